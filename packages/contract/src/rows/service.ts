import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { collectionList, collectionSchema } from '../schemas/library.js';
import { line } from '../schemas/primitives.js';
import { importFormats, importReport, onDuplicate, statusSchema } from '../schemas/service.js';

const COLLECTIONS = '/api/v1/collections';
const collection_id = defer(() => z.string().regex(/^default$/, 'must be default'));

/** Operations on the service itself: status, the fixed collection, imports. */
export const serviceRows = {
  getStatus: operation({
    summary: 'Read the state of the service and its library.',
    input: () => z.strictObject({}),
    output: statusSchema,
    errors: [],
    http: { method: 'get', path: '/api/v1/status' },
    mcp: null,
    cli: { command: 'status', examples: ['notes status', 'notes status --json'] },
  }),
  listCollections: operation({
    summary: 'List collections. There is only one, default.',
    input: () => z.strictObject({}),
    output: collectionList,
    errors: [],
    http: { method: 'get', path: COLLECTIONS },
    mcp: { tool: 'list_collections', scope: 'search-only' },
    cli: null,
  }),
  getCollection: operation({
    summary: 'Read a collection.',
    input: () => z.strictObject({ collection_id: collection_id() }),
    output: collectionSchema,
    errors: ['not_found'],
    http: { method: 'get', path: `${COLLECTIONS}/{collection_id}` },
    mcp: null,
    cli: null,
  }),
  createCollection: operation({
    summary: 'Always refused: the only collection is fixed.',
    input: () => z.strictObject({ collection_id: line(255).optional(), name: line(255).optional() }),
    output: collectionSchema,
    errors: [],
    http: { method: 'post', path: COLLECTIONS },
    mcp: null,
    cli: null,
  }),
  updateCollection: operation({
    summary: 'Always refused: the only collection is fixed.',
    input: () => z.strictObject({ collection_id: collection_id(), name: line(255).optional() }),
    output: collectionSchema,
    errors: ['not_found'],
    http: { method: 'patch', path: `${COLLECTIONS}/{collection_id}` },
    mcp: null,
    cli: null,
  }),
  importFolder: operation({
    summary: 'Import notes from another program. Folders become notebooks; a second run updates the notes.',
    input: () =>
      z.strictObject({
        format: z.enum(importFormats).describe('Program or format that the notes come from.'),
        path: z.string().min(1).describe('The folder or file to import. Symbolic links are not followed.'),
        notebook: z.string().min(1).optional().describe('Import below this notebook (an id, a name or a path).'),
        source: line(128)
          .min(1)
          .optional()
          .describe('A fixed name for this source, so that a moved folder updates the same notes.'),
        on_duplicate: z
          .enum(onDuplicate)
          .default('update')
          .describe(
            'If the file of a note has changed: update the note unless it was edited here, overwrite it anyway, skip it, or copy the file to a new note.',
          ),
        dry_run: z.boolean().default(false).describe('Show what would happen, and write nothing.'),
        trash_vanished: z
          .boolean()
          .default(false)
          .describe(
            'Move notes to Trash if their files are gone from the source, unless they were edited here. Moves nothing if the source could not be read in full.',
          ),
        allow_empty: z
          .boolean()
          .default(false)
          .describe('With --trash-vanished: move them even if no file of the source is left, as in an empty folder.'),
        resume: z
          .boolean()
          .default(false)
          .describe(
            'Only resume an import that was stopped. Without this, it is resumed as well, or a new one starts.',
          ),
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
