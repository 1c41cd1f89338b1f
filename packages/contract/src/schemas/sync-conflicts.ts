import { z } from 'zod';
import { documentSchema } from './documents.js';
import { body, count, id, nextCursor, timestamp, title } from './primitives.js';

/** Schemas of conflicts between concurrent changes of devices, as a user sees and resolves them. */

export const conflictId = z.string().regex(/^cfl_[0-9a-hjkmnp-tv-z]{26}$/, 'must be a conflict id (cfl_…)');
export const resolutions = ['keep_local', 'keep_remote', 'merged', 'keep_both'] as const;

const side = z.object({
  revision_id: id('revision'),
  replica_id: id('replica').nullable().describe('Who wrote it.'),
  title: title.nullable().describe('Null when it was purged.'),
  updated_at: timestamp,
});

const conflictFields = {
  conflict_id: conflictId,
  kind: z.enum(['document_content', 'document_title', 'purge_vs_edit', 'name_collision']),
  state: z
    .enum(['open', 'resolved', 'superseded'])
    .describe('superseded: one side was gone on with elsewhere, which is a conflict of its own.'),
  subject_id: z.string().describe('The note, notebook or saved search.'),
  document_id: id('document').nullable().describe('Where it is about a note.'),
  title: z.string().nullable().describe('Of the note, or the name of the notebook or saved search, as it is now.'),
  base_revision_id: id('revision').nullable().describe('What both sides come from.'),
  current_revision_id: id('revision').nullable().describe('Of the note, as it is now.'),
  created_at: timestamp,
  resolved_at: timestamp.nullable(),
  resolution: z.enum(resolutions).nullable(),
  resolved_by_replica_id: id('replica').nullable().describe('Null where it went by itself.'),
};

export const conflictRecord = z
  .object({
    ...conflictFields,
    local: side.nullable().describe('What this device shows, unless only the other side was written here.'),
    remote: side.nullable(),
  })
  .meta({ id: 'ConflictRecord' });

const withText = side.extend({ body: body.nullable().describe('Null when it was purged.') });

export const conflictDetail = z
  .object({
    ...conflictFields,
    local: withText.nullable(),
    remote: withText.nullable(),
    base: z
      .object({ revision_id: id('revision'), title, body })
      .nullable()
      .describe('What both sides come from, where that is one revision that is kept.'),
  })
  .meta({ id: 'ConflictDetail' });

export const conflictPage = z
  .object({ conflicts: z.array(conflictRecord), open: count, next_cursor: nextCursor })
  .meta({ id: 'ConflictPage' });

export const expectedSides = z
  .strictObject({ local_revision_id: id('revision').optional(), remote_revision_id: id('revision').optional() })
  .describe('The sides one has seen; others are refused.');

export const settledConflict = z
  .object({
    conflict: conflictDetail,
    document: documentSchema.nullable().describe('The note as it is then.'),
    created_document_id: id('document').nullable().describe('The note of the other side, with `keep_both`.'),
  })
  .meta({ id: 'SettledConflict' });
