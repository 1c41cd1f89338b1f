import { z } from 'zod';
import { count, flag, fullListFields, rows, text, texts } from './result-fields.js';
import { READ, tool } from './tool.js';

const note = {
  id: text,
  notebook_id: text,
  title: text,
  body: text,
  current_revision_id: text,
  editable: flag.optional(),
  tags: texts.optional(),
  created_at: text,
  updated_at: text,
  size_bytes: count,
  total_lines: count,
  start: count.optional(),
  end: count.optional(),
  truncated: flag,
  next_line: count.optional(),
  next_offset: count.optional(),
};
const readNoteFields = { document_id: text, current_revision_id: text };

/** Tools that read notes. */
export const documentTools = {
  get_document: tool({
    title: 'Read a note',
    description:
      'Markdown and current_revision_id of a note, by ID or exact title. While truncated, continue with get_note_line_range at next_line and next_offset. Never write a part back as the body.',
    hints: READ,
    holdsNoteText: true,
    textField: 'body',
    hasLongText: true,
    result: z.looseObject(note),
  }),
  get_documents: tool({
    title: 'Read several notes',
    description:
      'Several notes, whose bodies share one size limit. Without include_body only titles, tags and revisions.',
    hints: READ,
    holdsNoteText: true,
    hasLongText: true,
    result: z.looseObject({ documents: rows, errors: rows, truncated: flag }),
  }),
  get_note_line_range: tool({
    title: 'Read lines',
    description:
      'Lines start to end of a note, inclusive; without end, as many as fit. Continue at next_line and next_offset.',
    hints: READ,
    holdsNoteText: true,
    textField: 'text',
    hasLongText: true,
    result: z.looseObject({
      ...readNoteFields,
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
    description: 'Headings of a note with levels and lines.',
    hints: READ,
    holdsNoteText: true,
    result: z.looseObject({ ...readNoteFields, headings: rows, total_lines: count, ...fullListFields }),
  }),
  get_document_blocks: tool({
    title: 'Note blocks',
    description: 'Blocks of a note for links to target: ID, kind, bytes, ^marker, number of links. No text.',
    hints: READ,
    holdsNoteText: true,
    result: z.looseObject({ ...readNoteFields, blocks: rows, ...fullListFields }),
  }),
  search_in_note: tool({
    title: 'Find in a note',
    description: 'Find lines of a note that contain a literal text or a regex.',
    hints: READ,
    holdsNoteText: true,
    result: z.looseObject({ ...readNoteFields, matches: rows, ...fullListFields }),
  }),
  list_document_links: tool({
    title: 'Links of a note',
    description: 'Links of a note with their targets, near titles of broken ones, and the notes that link to it.',
    hints: READ,
    holdsNoteText: true,
    result: z.looseObject({
      document_id: text,
      outgoing: rows.optional(),
      incoming: rows.optional(),
      ...fullListFields,
    }),
  }),
  list_document_resources: tool({
    title: 'Attachments of a note',
    description: 'Attachments of a note; read one with read_resource.',
    hints: READ,
    holdsNoteText: true,
    result: z.looseObject({ document_id: text, resources: rows, ...fullListFields }),
  }),
};
