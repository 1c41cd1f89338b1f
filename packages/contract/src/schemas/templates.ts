import { NOTE_QUERY_FIELDS } from '@notes/markdown-blocks';
import { z } from 'zod';
import { defer } from '../defer.js';
import { queryWarnings } from './library.js';
import { namedDocument } from './links.js';
import { count, id, text, timestamp } from './primitives.js';

export const MAX_PROMPT_VALUES = 100;

/** Refuses a value for `__proto__`, which a record would drop silently, like a value for any other unknown prompt. */
function refuseProto(raw: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof raw === 'object' && raw !== null && Object.hasOwn(raw, '__proto__'))
    context.addIssue('no prompt can be named __proto__');
  return raw;
}

/** Texts by prompt. */
export const promptValues = defer(() =>
  z
    .preprocess(refuseProto, z.record(z.string(), text()))
    .refine(
      (record) => Object.keys(record).length <= MAX_PROMPT_VALUES,
      `must have at most ${MAX_PROMPT_VALUES} entries`,
    ),
);

const templateFields = defer(() => ({
  document_id: id('document'),
  title: z.string(),
  notebook_id: id('notebook'),
  description: z.string().nullable(),
  prompts: z.array(z.object({ name: z.string(), hint: z.string().nullable() }).meta({ id: 'TemplatePrompt' })),
  placeholders: z.array(z.string()).describe('Names used in the text, in order, each once.'),
  error: z.string().nullable().describe('Reason why no note can be created from it.'),
}));

export const templateList = defer(() =>
  z
    .object({
      templates: z.array(z.object(templateFields()).meta({ id: 'TemplateRow' })).describe('By title, at most 1,000.'),
      truncated: z.boolean(),
    })
    .meta({ id: 'TemplateList' }),
);

export const templateSchema = defer(() =>
  z
    .object({ ...templateFields(), text: z.string().describe('Its Markdown without the note-template block.') })
    .meta({ id: 'Template' }),
);

const noteQueryRow = defer(() =>
  namedDocument()
    .extend({
      notebook: z.string().optional().describe('Name of the notebook.'),
      notebook_id: id('notebook').optional(),
      tags: z.array(z.string()).optional(),
      created_at: timestamp.optional(),
      updated_at: timestamp.optional(),
      snippet: z.string().optional(),
      size_bytes: count.optional(),
      open_tasks: count.optional(),
    })
    .meta({ id: 'NoteQueryRow' }),
);

export const noteQueryResult = defer(() =>
  z.union([
    z.object({ error: z.string().describe('The error in the block.') }).meta({ id: 'NoteQueryError' }),
    z
      .object({
        spec: z.object({
          query: z.string(),
          fields: z.array(z.enum(NOTE_QUERY_FIELDS)),
          sort: z.string().describe('A field to sort by; with a leading -, descending.'),
          limit: z.int().min(1).max(100),
        }),
        rows: z.array(noteQueryRow()).describe('Each with the fields of the spec.'),
        truncated: z.boolean(),
        warnings: queryWarnings(),
      })
      .meta({ id: 'NoteQueryResult' }),
  ]),
);
