import { z } from 'zod';
import { textLimits } from '../schemas/primitives.js';
import { anyDocumentId, count, document_id, flag, limit, rows, text, texts } from './fields.js';
import { READ, tool } from './tool.js';

const note = {
  id: text,
  uri: text,
  notebook_id: text,
  title: text,
  body: text,
  current_revision_id: text,
  editable: flag,
  tags: texts,
  created_at: text,
  updated_at: text,
  size_bytes: count,
  total_lines: count,
  truncated: flag,
  next_line: count.optional(),
  next_offset: count.optional(),
};
const read = { document_id: text, current_revision_id: text };
const one = z.strictObject({ document_id });
const lineNumber = z.int().min(1).max(10_000_000);

/** Reading notes. */
export const documentTools = {
  get_document: tool({
    title: 'Read a note',
    description:
      'A note with its Markdown and current_revision_id. A long body is cut (truncated: true): go on with get_note_line_range, start: next_line and, where given, offset: next_offset. Never give a cut body to update_note.',
    hints: READ,
    longText: true,
    arguments: one,
    result: z.looseObject(note),
  }),
  get_documents: tool({
    title: 'Read several notes',
    description:
      'Up to 50 notes in the order asked for. Their bodies share one size limit: where it ends a body is cut as in get_document, and those after it are empty. include_body: false gives titles, tags and revisions only.',
    hints: READ,
    longText: true,
    arguments: z.strictObject({
      document_ids: z.array(anyDocumentId).min(1).max(50),
      include_body: z.boolean().default(true),
    }),
    result: z.looseObject({ documents: rows, errors: rows, truncated: flag }),
  }),
  get_note_line_range: tool({
    title: 'Read lines',
    description:
      'Lines start to end of a note, both included, from 1; without end, as far as one answer holds. While truncated, go on with start: next_line and, where given, offset: next_offset.',
    hints: READ,
    longText: true,
    arguments: z.strictObject({
      document_id,
      start: lineNumber.default(1),
      end: lineNumber.optional(),
      offset: z.int().min(0).default(0).describe('Bytes of line start to skip.'),
    }),
    result: z.looseObject({
      ...read,
      start: count,
      end: count,
      total_lines: count,
      text,
      truncated: flag,
      next_line: count.optional(),
      next_offset: count.optional(),
    }),
  }),
  get_document_outline: tool({
    title: 'Note outline',
    description: 'Headings of a note with their levels and lines; total_lines also where there are none.',
    hints: READ,
    arguments: one,
    result: z.looseObject({ ...read, headings: rows, total_lines: count, truncated: flag }),
  }),
  get_document_blocks: tool({
    title: 'Note blocks',
    description: 'Blocks of a note that a link can name: ID, kind, byte range, ^marker, links to it. No text.',
    hints: READ,
    arguments: one,
    result: z.looseObject({ ...read, blocks: rows, total: count, truncated: flag }),
  }),
  search_in_note: tool({
    title: 'Find in a note',
    description: 'Where a text occurs in one note: lines, columns and the line around it. Literal unless regex.',
    hints: READ,
    arguments: z.strictObject({
      document_id,
      pattern: z.string().min(1).max(textLimits.pattern),
      case_sensitive: z.boolean().default(false),
      regex: z.boolean().default(false),
      limit,
    }),
    result: z.looseObject({ ...read, matches: rows, total: count, truncated: flag }),
  }),
  list_document_links: tool({
    title: 'Links of a note',
    description: 'Links a note makes, with where they lead, and the notes that link to it.',
    hints: READ,
    arguments: z.strictObject({ document_id, direction: z.enum(['both', 'outgoing', 'incoming']).default('both') }),
    result: z.looseObject({
      document_id: text,
      outgoing: rows.optional(),
      incoming: rows.optional(),
      total: count,
      truncated: flag,
    }),
  }),
  list_document_resources: tool({
    title: 'Attachments of a note',
    description: 'What is attached to or embedded in a note; read_resource reads one.',
    hints: READ,
    arguments: one,
    result: z.looseObject({ document_id: text, resources: rows, total: count, truncated: flag }),
  }),
};
