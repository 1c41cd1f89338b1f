import { z } from 'zod';
import { operation } from '../operation.js';
import { collectionList, collectionSchema } from '../schemas/library.js';
import { line } from '../schemas/primitives.js';
import { importFormats, importReport, onDuplicate, statusSchema } from '../schemas/service.js';

const COLLECTIONS = '/api/v1/collections';
const collection_id = z.string().regex(/^default$/, 'must be default');

/** Operations on the service itself: status, the fixed collection, imports. */
export const serviceRows = {
  getStatus: operation({
    summary: 'Read the state of the service and its library.',
    input: z.strictObject({}),
    output: statusSchema,
    errors: [],
    http: { method: 'get', path: '/api/v1/status' },
    mcp: null,
    cli: { command: 'status', examples: ['notes status', 'notes status --json'] },
  }),
  listCollections: operation({
    summary: 'List collections; there is one, default.',
    input: z.strictObject({}),
    output: collectionList,
    errors: [],
    http: { method: 'get', path: COLLECTIONS },
    mcp: { tool: 'list_collections', scope: 'search-only' },
    cli: null,
  }),
  getCollection: operation({
    summary: 'Read a collection.',
    input: z.strictObject({ collection_id }),
    output: collectionSchema,
    errors: ['not_found'],
    http: { method: 'get', path: `${COLLECTIONS}/{collection_id}` },
    mcp: null,
    cli: null,
  }),
  createCollection: operation({
    summary: 'Refused: the one collection is fixed.',
    input: z.strictObject({ collection_id: line(255).optional(), name: line(255).optional() }),
    output: collectionSchema,
    errors: [],
    http: { method: 'post', path: COLLECTIONS },
    mcp: null,
    cli: null,
  }),
  updateCollection: operation({
    summary: 'Refused: the one collection is fixed.',
    input: z.strictObject({ collection_id, name: line(255).optional() }),
    output: collectionSchema,
    errors: ['not_found'],
    http: { method: 'patch', path: `${COLLECTIONS}/{collection_id}` },
    mcp: null,
    cli: null,
  }),
  importFolder: operation({
    summary: 'Import notes of another program; folders become notebooks, a second run updates.',
    input: z.strictObject({
      format: z.enum(importFormats).describe('What wrote it.'),
      path: z.string().min(1).describe('The folder or file; links in it are not followed.'),
      notebook: z.string().min(1).optional().describe('Import below this notebook (an id, a name or a path).'),
      source: line(128)
        .min(1)
        .optional()
        .describe('A lasting name of this source, so that a moved folder updates the same notes.'),
      on_duplicate: z
        .enum(onDuplicate)
        .default('update')
        .describe(
          'When the file of a note has changed: update the note unless it was edited here, overwrite it all the same, skip it, or copy the file to a new note.',
        ),
      dry_run: z.boolean().default(false).describe('Say what would happen and write nothing.'),
      trash_vanished: z
        .boolean()
        .default(false)
        .describe(
          'Move notes to the Trash whose files are gone from the source, unless they were edited here. Moves nothing when the source could not be read in full.',
        ),
      allow_empty: z
        .boolean()
        .default(false)
        .describe('With trash_vanished: move them even when no file of the source is left, as in an empty folder.'),
      resume: z
        .boolean()
        .default(false)
        .describe('Only go on with one that was stopped; without this it goes on too, or begins.'),
    }),
    output: importReport,
    errors: ['not_found'],
    http: null,
    mcp: null,
    cli: {
      command: 'import',
      positional: ['format', 'path'],
      examples: [
        'notes import markdown ~/notes',
        'notes import obsidian ~/vault -n Projects --dry-run',
        'notes import evernote ~/Recipes.enex --source recipes',
        'notes import notion ~/Downloads/export.zip',
      ],
    },
  }),
};
