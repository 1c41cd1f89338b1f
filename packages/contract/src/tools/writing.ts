import { z } from 'zod';
import { count, flag, record, rows, text, texts, writtenNoteFields } from './result-fields.js';
import { type Hints, tool } from './tool.js';

const ADDITIVE: Hints = { effect: 'additive' };
const REPEATABLE: Hints = { effect: 'additive', idempotent: true };

const placedNoteFields = { ...writtenNoteFields, notebook_id: text, title: text };
const createdNoteFields = { ...placedNoteFields, uri: text };
/** Common properties of tools that add to a text. */
const addTextTool = {
  hints: ADDITIVE,
  result: z.looseObject({ ...writtenNoteFields, size_bytes: count }),
};

/** Tools that write notes, one at a time. */
export const writingTools = {
  create_note: tool({
    title: 'Create a note',
    description: 'Create a note. Put tags into tags, not into the body as #tags or front matter.',
    hints: ADDITIVE,
    result: z.looseObject({ ...createdNoteFields, tags: texts }),
  }),
  create_from_template: tool({
    title: 'New note from a template',
    description: 'Create a note from a template, with a value for every prompt that list_templates names.',
    hints: ADDITIVE,
    result: z.looseObject(createdNoteFields),
  }),
  edit_note: tool({
    title: 'Edit a note',
    description:
      'Replace exact text in a note, all edits or none. search must occur exactly once, with its white space, unless replace_all.',
    hints: { effect: 'destructive' },
    result: z.looseObject({ ...writtenNoteFields, dry_run: flag, edits: rows, diff: text.optional() }),
  }),
  update_note: tool({
    title: 'Replace a note',
    description:
      'Replace the title of a note, its whole body, or both; an omitted one stays. For a part use edit_note.',
    hints: { effect: 'destructive', idempotent: true },
    result: z.looseObject({ ...placedNoteFields, size_bytes: count }),
  }),
  append_to_note: tool({
    title: 'Append to a note',
    description: 'Add text on a new line at the end of a note or section.',
    ...addTextTool,
  }),
  prepend_to_note: tool({
    title: 'Prepend to a note',
    description: 'Add text at the start of a note, after its front matter.',
    ...addTextTool,
  }),
  move_note_to_notebook: tool({
    title: 'Move a note',
    description: 'Move a note to another notebook.',
    hints: REPEATABLE,
    result: z.looseObject({ ...writtenNoteFields, notebook_id: text }),
  }),
  tag_note: tool({
    title: 'Tag a note',
    description: 'Add a tag to a note, creating it if new.',
    hints: REPEATABLE,
    result: z.looseObject({ document_id: text, tag: record, added: flag }),
  }),
  untag_note: tool({
    title: 'Untag a note',
    description: 'Remove a tag from a note.',
    hints: REPEATABLE,
    result: z.looseObject({ document_id: text, tag: record, removed: flag }),
  }),
  delete_note: tool({
    title: 'Move a note to Trash',
    description: 'Move a note to Trash, from which the user can restore it.',
    hints: { effect: 'destructive', idempotent: true },
    result: z.looseObject({ document_id: text, status: text, deleted_at: text }),
  }),
  localize_remote_media: tool({
    title: 'Localize remote media',
    description: 'Fetch the remote images of a note that policy allows, and attach them in one new revision.',
    hints: { effect: 'destructive', usesNetwork: true },
    result: z.looseObject({ ...writtenNoteFields, items: rows }),
  }),
  run_batch: tool({
    title: 'Batch operation',
    description: 'Apply one operation to up to 500 notes. Notes can fail: check the status of every item.',
    hints: { effect: 'destructive' },
    result: z.looseObject({ operation: text, mode: text, items: rows, counts: record, replayed: flag.optional() }),
  }),
};
