import { z } from 'zod';
import { batchModes, batchOperations } from '../schemas/batch.js';
import { baseRevisionId, body, line, text as storable, tagName, title } from '../schemas/primitives.js';
import { promptValues } from '../schemas/templates.js';
import {
  base_revision_id,
  count,
  document_id,
  documentId,
  flag,
  notebookId,
  optionalBaseRevisionId,
  record,
  rows,
  text,
  texts,
  writtenNoteFields,
} from './fields.js';
import { type Hints, tool } from './tool.js';

const ADDITIVE: Hints = { effect: 'additive' };
const REPEATABLE: Hints = { effect: 'additive', idempotent: true };

const createdNoteFields = { ...writtenNoteFields, notebook_id: text, title: text };
/** Common properties of tools that add to a text. */
const addTextTool = {
  hints: ADDITIVE,
  arguments: z.strictObject({
    document_id,
    text: storable().min(1).describe('Markdown.'),
    base_revision_id: optionalBaseRevisionId,
  }),
  result: z.looseObject({ ...writtenNoteFields, size_bytes: count }),
};
const tag = tagName.describe('Name; "/" nests.');
const notebook_id = notebookId.describe('Notebook ID (nb_…).');

/** Tools that write notes, one at a time. */
export const writingTools = {
  create_note: tool({
    title: 'Create a note',
    description: 'Create a note. Put tags into tags, not into the body as #tags or front matter.',
    hints: ADDITIVE,
    arguments: z.strictObject({
      title: title.describe('One line.'),
      body: body.default('').describe('Markdown.'),
      notebook_id: notebookId.optional().describe('Default: Notes.'),
      tags: z.array(tagName).max(100).default([]),
    }),
    result: z.looseObject({ ...createdNoteFields, tags: texts }),
  }),
  create_from_template: tool({
    title: 'New note from a template',
    description: 'Create a note from a template, with a value for every prompt that list_templates names.',
    hints: ADDITIVE,
    arguments: z.strictObject({
      document_id: documentId.describe('ID of the template.'),
      title: title.describe('One line.'),
      values: promptValues.default({}).describe('Text for each prompt, inserted literally.'),
      notebook_id: notebookId.optional().describe('Default: that of the template.'),
    }),
    result: z.looseObject(createdNoteFields),
  }),
  edit_note: tool({
    title: 'Edit a note',
    description:
      'Replace exact text in a note: the edits in order, all or none. search must occur exactly once, including white space, unless replace_all.',
    hints: { effect: 'destructive' },
    arguments: z.strictObject({
      document_id,
      base_revision_id,
      edits: z
        .array(
          z.strictObject({
            search: storable().min(1).describe('Current text.'),
            replace: storable().describe('New text; "" deletes.'),
            replace_all: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(100),
      dry_run: z.boolean().default(false).describe('Only return the diff.'),
    }),
    result: z.looseObject({ ...writtenNoteFields, dry_run: flag, edits: rows, diff: text.optional() }),
  }),
  update_note: tool({
    title: 'Replace a note',
    description:
      'Replace the title of a note, its body, or both; an omitted one stays. body is the whole new text: for a part use edit_note.',
    hints: { effect: 'destructive', idempotent: true },
    arguments: z.strictObject({
      document_id,
      base_revision_id,
      title: title.optional().describe('One line.'),
      body: body.optional().describe('The whole Markdown.'),
    }),
    result: z.looseObject({ ...createdNoteFields, size_bytes: count }),
  }),
  append_to_note: tool({
    title: 'Append to a note',
    description: 'Add text at the end of a note, on a new line.',
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
    arguments: z.strictObject({ document_id, notebook_id }),
    result: z.looseObject({ ...writtenNoteFields, notebook_id: text }),
  }),
  tag_note: tool({
    title: 'Tag a note',
    description: 'Add a tag to a note. A tag that does not exist is created.',
    hints: REPEATABLE,
    arguments: z.strictObject({ document_id, tag }),
    result: z.looseObject({ document_id: text, tag: record, added: flag }),
  }),
  untag_note: tool({
    title: 'Untag a note',
    description: 'Remove a tag from a note.',
    hints: REPEATABLE,
    arguments: z.strictObject({ document_id, tag }),
    result: z.looseObject({ document_id: text, tag: record, removed: flag }),
  }),
  delete_note: tool({
    title: 'Move a note to Trash',
    description: 'Move a note to Trash, from which the user can restore it.',
    hints: { effect: 'destructive', idempotent: true },
    arguments: z.strictObject({ document_id, base_revision_id }),
    result: z.looseObject({ document_id: text, status: text, deleted_at: text }),
  }),
  localize_remote_media: tool({
    title: 'Localize remote media',
    description:
      'Fetch the remote images of a note that policy allows, attach them, and use them in one new revision of the note.',
    hints: { effect: 'destructive', usesNetwork: true },
    arguments: z.strictObject({
      document_id,
      base_revision_id,
      urls: z.array(storable(4096)).min(1).max(50).optional().describe('Only these.'),
    }),
    result: z.looseObject({ ...writtenNoteFields, items: rows }),
  }),
  run_batch: tool({
    title: 'Batch operation',
    description:
      'Apply one operation to up to 500 notes. The call succeeds even if notes fail: check the status of every item.',
    hints: { effect: 'destructive' },
    arguments: z.strictObject({
      operation: z.enum(batchOperations),
      items: z
        .array(
          z.strictObject({
            document_id: documentId,
            base_revision_id: baseRevisionId.optional().describe('Required for trash.'),
          }),
        )
        .min(1)
        .max(500),
      mode: z.enum(batchModes).default('best_effort'),
      notebook_id: notebookId.optional().describe('For move.'),
      tags: z.array(tagName).max(100).optional().describe('For add_tags and remove_tags.'),
      request_key: line(255).min(1).optional().describe('Reuse it to retry safely.'),
    }),
    result: z.looseObject({ operation: text, mode: text, items: rows, counts: record, replayed: flag.optional() }),
  }),
};
