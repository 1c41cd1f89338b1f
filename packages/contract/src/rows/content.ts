import { z } from 'zod';
import { operation } from '../operation.js';
import { documentBlocks, documentOutline, taskList, taskStates } from '../schemas/content.js';
import { documentLinks, linkDirections } from '../schemas/links.js';
import { cursor, id, limit } from '../schemas/primitives.js';
import { start } from '../tools/argument-fields.js';

const DOCUMENT = '/api/v1/documents/{document_id}';
const document_id = id('document');

/** Operations on the parsed content of notes: outlines, blocks, links and tasks. */
export const contentRows = {
  getDocumentOutline: operation({
    summary: 'List the headings of a note.',
    input: () => z.strictObject({ document_id }),
    output: documentOutline,
    errors: ['not_found'],
    http: { method: 'get', path: `${DOCUMENT}/outline` },
    mcp: {
      tool: 'get_document_outline',
      scope: 'read-only',
      get arguments() {
        return { start: start() };
      },
    },
    cli: null,
  }),
  getDocumentBlocks: operation({
    summary: 'List the blocks of a note that links can target, without their text.',
    input: () => z.strictObject({ document_id }),
    output: documentBlocks,
    errors: ['not_found'],
    http: { method: 'get', path: `${DOCUMENT}/blocks` },
    mcp: {
      tool: 'get_document_blocks',
      scope: 'read-only',
      get arguments() {
        return { start: start() };
      },
    },
    cli: null,
  }),
  listDocumentLinks: operation({
    summary: 'List the links of a note and the notes that link to it.',
    input: () => z.strictObject({ document_id, direction: z.enum(linkDirections).default('both') }),
    output: documentLinks,
    errors: ['not_found'],
    http: { method: 'get', path: `${DOCUMENT}/links` },
    mcp: {
      tool: 'list_document_links',
      scope: 'read-only',
      get arguments() {
        return { start: start() };
      },
    },
    cli: null,
  }),
  listTasks: operation({
    summary: 'List tasks, most recently changed note first. Counts include all tasks.',
    input: () =>
      z.strictObject({
        state: z
          .enum([...taskStates, 'all'])
          .default('all')
          .describe('Tasks to list.'),
        document_id: document_id.optional().describe('Only tasks of this note.'),
        notebook_id: id('notebook').optional().describe('Only tasks in this notebook and those below it.'),
        limit: limit(200, 1000),
        cursor: cursor.optional(),
      }),
    output: taskList,
    errors: ['not_found', 'cursor_invalid'],
    http: { method: 'get', path: '/api/v1/tasks' },
    mcp: {
      tool: 'list_tasks',
      scope: 'read-only',
      arguments: { state: '', document_id: '', notebook_id: 'ID or path.' },
    },
    cli: {
      command: 'tasks',
      examples: ['notes tasks --state open', 'notes tasks --state open -n Projects -o md > open-tasks.md'],
    },
  }),
};
