import { z } from 'zod';
import { defer } from '../defer.js';
import { documentSchema } from './documents.js';
import { body, count, id, nextCursor, timestamp, title } from './primitives.js';

/** Schemas of conflicts between concurrent changes of devices, as a user sees and resolves them. */

export const conflictId = defer(() =>
  z.string().regex(/^cfl_[0-9a-hjkmnp-tv-z]{26}$/, 'must be a conflict id (cfl_…)'),
);
export const resolutions = ['keep_local', 'keep_remote', 'merged', 'keep_both'] as const;

const side = defer(() =>
  z.object({
    revision_id: id('revision'),
    replica_id: id('replica').nullable().describe('The replica that wrote it.'),
    title: title.nullable().describe('Null if it was purged.'),
    updated_at: timestamp,
  }),
);

const conflictFields = defer(() => ({
  conflict_id: conflictId(),
  kind: z.enum(['document_content', 'document_title', 'purge_vs_edit', 'name_collision']),
  state: z
    .enum(['open', 'resolved', 'superseded'])
    .describe('superseded: one side was changed again on another device, which is a separate conflict.'),
  subject_id: z.string().describe('The note, notebook or saved search.'),
  document_id: id('document').nullable().describe('Present if it is about a note.'),
  title: z.string().nullable().describe('Current title of the note, or name of the notebook or saved search.'),
  base_revision_id: id('revision').nullable().describe('The revision that both sides are based on.'),
  current_revision_id: id('revision').nullable().describe('Current revision of the note.'),
  created_at: timestamp,
  resolved_at: timestamp.nullable(),
  resolution: z.enum(resolutions).nullable(),
  resolved_by_replica_id: id('replica').nullable().describe('Null if it was resolved automatically.'),
}));

export const conflictRecord = defer(() =>
  z
    .object({
      ...conflictFields(),
      local: side()
        .nullable()
        .describe('The side that this device shows, unless only the other side was written here.'),
      remote: side().nullable(),
    })
    .meta({ id: 'ConflictRecord' }),
);

const sideWithBody = defer(() => side().extend({ body: body.nullable().describe('Null if it was purged.') }));

export const conflictDetail = defer(() =>
  z
    .object({
      ...conflictFields(),
      local: sideWithBody().nullable(),
      remote: sideWithBody().nullable(),
      base: z
        .object({ revision_id: id('revision'), title, body })
        .nullable()
        .describe('The revision that both sides are based on, if it is a single one that is kept.'),
    })
    .meta({ id: 'ConflictDetail' }),
);

export const conflictPage = defer(() =>
  z.object({ conflicts: z.array(conflictRecord()), open: count, next_cursor: nextCursor }).meta({ id: 'ConflictPage' }),
);

export const expectedSides = defer(() =>
  z
    .strictObject({ local_revision_id: id('revision').optional(), remote_revision_id: id('revision').optional() })
    .describe('The sides that you have seen. If they changed, the call is refused.'),
);

export const resolvedConflict = defer(() =>
  z
    .object({
      conflict: conflictDetail(),
      document: documentSchema().nullable().describe('The note after the resolution.'),
      created_document_id: id('document').nullable().describe('The note of the other side, with `keep_both`.'),
    })
    .meta({ id: 'SettledConflict' }),
);
