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
  optionalBase,
  record,
  rows,
  text,
  texts,
  written,
} from './fields.js';
import { type Hints, tool } from './tool.js';

const ADDITIVE: Hints = { effect: 'additive' };
const REPEATABLE: Hints = { effect: 'additive', idempotent: true };

const made = { ...written, notebook_id: text, title: text };
/** Common properties of tools that add to a text. */
const adding = {
  hints: ADDITIVE,
  arguments: z.strictObject({
    document_id,
    text: storable().min(1).describe('Markdown.'),
    base_revision_id: optionalBase,
  }),
  result: z.looseObject({ ...written, size_bytes: count }),
};
const tag = tagName.describe('Name; "/" nests.');
const notebook_id = notebookId.describe('ID of a notebook (nb_…).');

/** Tools that write notes, one at a time. */
export const writingTools = {
  create_note: tool({
    title: 'Create a note',
    description: 'Make a new note. Tags go into tags: do not write #tags or front matter into the body.',
    hints: ADDITIVE,
    arguments: z.strictObject({
      title: title.describe('One line.'),
      body: body.default('').describe('Markdown.'),
      notebook_id: notebookId.optional().describe('Left out: Notes.'),
      tags: z.array(tagName).max(100).default([]),
    }),
    result: z.looseObject({ ...made, tags: texts }),
  }),
  create_from_template: tool({
    title: 'New note from a template',
    description: 'Make a note from a template, with a value for every prompt that list_templates names.',
    hints: ADDITIVE,
    arguments: z.strictObject({
      document_id: documentId.describe('ID of the template.'),
      title: title.describe('One line.'),
      values: promptValues.default({}).describe('Text by prompt, put in as it is.'),
      notebook_id: notebookId.optional().describe('Left out: that of the template.'),
    }),
    result: z.looseObject(made),
  }),
  edit_note: tool({
    title: 'Edit a note',
    description:
      'Replace exact text in a note: the edits in order, all or none. search must occur exactly once, white space included, unless replace_all.',
    hints: { effect: 'destructive' },
    arguments: z.strictObject({
      document_id,
      base_revision_id,
      edits: z
        .array(
          z.strictObject({
            search: storable().min(1).describe('Text as it stands now.'),
            replace: storable().describe('Text instead; "" removes.'),
            replace_all: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(100),
      dry_run: z.boolean().default(false).describe('Only show the diff.'),
    }),
    result: z.looseObject({ ...written, dry_run: flag, edits: rows, diff: text.optional() }),
  }),
  update_note: tool({
    title: 'Replace a note',
    description:
      'Give a note another title, another body, or both; what is left out stays. body is the whole new text: for a part use edit_note.',
    hints: { effect: 'destructive', idempotent: true },
    arguments: z.strictObject({
      document_id,
      base_revision_id,
      title: title.optional().describe('One line.'),
      body: body.optional().describe('All of the Markdown.'),
    }),
    result: z.looseObject({ ...made, size_bytes: count }),
  }),
  append_to_note: tool({
    title: 'Append to a note',
    description: 'Add text at the end of a note, on a new line.',
    ...adding,
  }),
  prepend_to_note: tool({
    title: 'Prepend to a note',
    description: 'Add text at the start of a note, after its front matter.',
    ...adding,
  }),
  move_note_to_notebook: tool({
    title: 'Move a note',
    description: 'Put a note into another notebook.',
    hints: REPEATABLE,
    arguments: z.strictObject({ document_id, notebook_id }),
    result: z.looseObject({ ...written, notebook_id: text }),
  }),
  tag_note: tool({
    title: 'Tag a note',
    description: 'Add a tag to a note; a tag there is not yet is made.',
    hints: REPEATABLE,
    arguments: z.strictObject({ document_id, tag }),
    result: z.looseObject({ document_id: text, tag: record, added: flag }),
  }),
  untag_note: tool({
    title: 'Untag a note',
    description: 'Take a tag off a note.',
    hints: REPEATABLE,
    arguments: z.strictObject({ document_id, tag }),
    result: z.looseObject({ document_id: text, tag: record, removed: flag }),
  }),
  delete_note: tool({
    title: 'Move a note to Trash',
    description: 'Move a note to Trash, from where the user can bring it back.',
    hints: { effect: 'destructive', idempotent: true },
    arguments: z.strictObject({ document_id, base_revision_id }),
    result: z.looseObject({ document_id: text, status: text, deleted_at: text }),
  }),
  localize_remote_media: tool({
    title: 'Localize remote media',
    description:
      'Fetch images of a note that lie elsewhere, where policy allows, attach them, and point the note at them in one new revision.',
    hints: { effect: 'destructive', open: true },
    arguments: z.strictObject({
      document_id,
      base_revision_id,
      urls: z.array(storable(4096)).min(1).max(50).optional().describe('Only these.'),
    }),
    result: z.looseObject({ ...written, items: rows }),
  }),
  run_batch: tool({
    title: 'Batch operation',
    description:
      'Do one thing to up to 500 notes. The call succeeds even where notes fail: look at the status of every item.',
    hints: { effect: 'destructive' },
    arguments: z.strictObject({
      operation: z.enum(batchOperations),
      items: z
        .array(
          z.strictObject({
            document_id: documentId,
            base_revision_id: baseRevisionId.optional().describe('trash needs it.'),
          }),
        )
        .min(1)
        .max(500),
      mode: z.enum(batchModes).default('best_effort'),
      notebook_id: notebookId.optional().describe('For move.'),
      tags: z.array(tagName).max(100).optional().describe('For add_tags and remove_tags.'),
      request_key: line(255).min(1).optional().describe('Repeat it to retry safely.'),
    }),
    result: z.looseObject({ operation: text, mode: text, items: rows, counts: record, replayed: flag.optional() }),
  }),
};
