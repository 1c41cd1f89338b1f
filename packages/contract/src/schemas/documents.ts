import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, nextCursor, timestamp } from './primitives.js';

const documentFields = defer(() => ({
  id: id('document'),
  uri: z.string().describe('document://default/documents/<id>'),
  stable_link: z.string().describe('service://databases/<database id>/documents/<id>'),
  notebook_id: id('notebook'),
  title: z.string(),
  current_revision_id: id('revision'),
  editable: z.boolean(),
  tags: z.array(z.string()).describe('Tag names, sorted.'),
  size_bytes: count.describe('UTF-8 bytes of the body.'),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.optional().describe('Present only in Trash.'),
}));

export const documentSchema = defer(() => z.object({ ...documentFields(), body: z.string() }).meta({ id: 'Document' }));

export const documentSet = defer(() =>
  z
    .object({
      documents: z
        .array(documentSchema().partial({ body: true }).meta({ id: 'ReadDocument' }))
        .describe('Active notes, in the requested order.'),
      missing: z.array(id('document')).describe('Requested ids that are not active notes.'),
    })
    .meta({ id: 'DocumentSet' }),
);

export const documentRow = defer(() =>
  z
    .object({ ...documentFields(), excerpt: z.string().describe('Plain text, at most 200 characters.') })
    .meta({ id: 'DocumentRow' }),
);

export const documentPage = defer(() =>
  z.object({ documents: z.array(documentRow()), next_cursor: nextCursor }).meta({ id: 'DocumentPage' }),
);

export const markdownBody = defer(() =>
  z.object({ text: z.string(), current_revision_id: id('revision') }).meta({ id: 'MarkdownBody' }),
);

export const origins = ['rest', 'mcp', 'cli', 'import', 'sync', 'system'] as const;

const revisionFields = defer(() => ({
  revision_id: id('revision'),
  created_at: timestamp,
  title: z.string(),
  size_bytes: count,
  origin: z.enum(origins),
}));

export const revisionPage = defer(() =>
  z
    .object({ revisions: z.array(z.object(revisionFields()).meta({ id: 'RevisionRow' })), next_cursor: nextCursor })
    .meta({ id: 'RevisionPage' }),
);

export const revisionSchema = defer(() =>
  z.object({ ...revisionFields(), document_id: id('document'), body: z.string() }).meta({ id: 'Revision' }),
);

export const editOutcome = defer(() =>
  z.object({ index: count, replacements: z.int().min(1), first_line: z.int().min(1) }).meta({ id: 'EditOutcome' }),
);

export const editPreview = defer(() =>
  z
    .object({
      dry_run: z.literal(true),
      base_revision_id: id('revision'),
      document: documentSchema(),
      edits: z.array(editOutcome()),
      diff: z.string().describe('Unified diff from the stored body to the edited one.'),
    })
    .meta({ id: 'EditPreview' }),
);

export const lineRange = defer(() =>
  z
    .object({
      document_id: id('document'),
      revision_id: id('revision'),
      start: z.int().min(1),
      end: count,
      total_lines: count,
      text: z.string(),
    })
    .meta({ id: 'LineRange' }),
);

export const textMatches = defer(() =>
  z
    .object({
      current_revision_id: id('revision').describe('The revision that the positions refer to.'),
      matches: z.array(
        z
          .object({
            line: z.int().min(1),
            column: z.int().min(1).describe('In Unicode code points.'),
            start_byte: count,
            end_byte: count,
            line_text: z.string(),
          })
          .meta({ id: 'TextMatch' }),
      ),
      total: count,
      truncated: z.boolean(),
    })
    .meta({ id: 'TextMatches' }),
);
