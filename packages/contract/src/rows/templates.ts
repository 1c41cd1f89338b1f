import { z } from 'zod';
import { operation } from '../operation.js';
import { documentSchema } from '../schemas/documents.js';
import { id, text, title } from '../schemas/primitives.js';
import {
  MAX_PROMPT_VALUES,
  noteQueryResult,
  promptValues,
  templateList,
  templateSchema,
} from '../schemas/templates.js';

const TEMPLATES = '/api/v1/templates';
const TEMPLATE = `${TEMPLATES}/{document_id}` as const;
const document_id = id('document');

const MAX_QUERY_BLOCK_BYTES = 64 * 1024;

/** Operations on templates, and on query blocks in notes. */
export const templateRows = {
  listTemplates: operation({
    summary: 'List templates with the prompts of each.',
    input: () => z.strictObject({}),
    output: templateList,
    errors: [],
    http: { method: 'get', path: TEMPLATES },
    mcp: { tool: 'list_templates', scope: 'read-only' },
    cli: { command: 'template list', examples: ['notes template list'] },
  }),
  getTemplate: operation({
    summary: 'Read a template.',
    input: () => z.strictObject({ document_id }),
    output: templateSchema,
    errors: ['not_found'],
    http: { method: 'get', path: TEMPLATE },
    mcp: null,
    cli: { command: 'template show', positional: ['document_id'], examples: ['notes template show "Meeting"'] },
  }),
  createFromTemplate: operation({
    summary: 'Create a note from a template, with a value for each of its prompts.',
    input: () =>
      z.strictObject({
        document_id,
        title,
        values: promptValues()
          .default({})
          .describe(`Text for each prompt, at most ${MAX_PROMPT_VALUES}; inserted literally.`),
        notebook_id: id('notebook')
          .optional()
          .describe('Default: the notebook of the template, or Notes if that is read-only.'),
        date: z.iso
          .date('must be a day that exists, as YYYY-MM-DD')
          .optional()
          .describe('Day for {{date}} and {{datetime}}, such as that of a daily note. Default: today.'),
      }),
    output: documentSchema,
    errors: ['not_found'],
    http: {
      method: 'post',
      path: `${TEMPLATE}/create`,
      status: 201,
      etag: 'current_revision_id',
      location: '/api/v1/documents/{id}',
      carriesText: true,
    },
    mcp: {
      tool: 'create_from_template',
      scope: 'editor',
      arguments: {
        document_id: 'ID of the template.',
        title: '',
        values: 'Text for each prompt, inserted literally.',
        notebook_id: 'Default: that of the template.',
        date: null,
      },
    },
    cli: {
      command: 'template use',
      positional: ['document_id', 'title'],
      examples: ['notes template use "Meeting" "Monday" --set who=Ada'],
    },
  }),
  runNoteQuery: operation({
    summary: 'Run a note-query block. For an invalid block, the result is its error.',
    input: () =>
      z.strictObject({
        block: text(MAX_QUERY_BLOCK_BYTES).describe(
          'Its lines query:, fields:, sort: and limit:, with or without the fence.',
        ),
      }),
    output: noteQueryResult,
    errors: [],
    http: { method: 'post', path: '/api/v1/note-queries/run' },
    mcp: {
      tool: 'run_note_query',
      scope: 'read-only',
      // The advertised bounds are in characters.
      get arguments() {
        return { block: z.string().min(1).max(MAX_QUERY_BLOCK_BYTES) };
      },
    },
    cli: {
      command: 'query run',
      positional: ['block'],
      examples: ['notes query run open.txt', 'printf "query: has:open-task" | notes query run -o ids'],
    },
  }),
};
