import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { documentPage } from '../schemas/documents.js';
import {
  notebookDeletion,
  notebookDeletionPreview,
  notebookList,
  notebookSchema,
  notebookTree,
} from '../schemas/library.js';
import { cursor, iconEmoji, id, limit, notebookName } from '../schemas/primitives.js';
import { start } from '../tools/argument-fields.js';

const NOTEBOOKS = '/api/v1/notebooks';
const NOTEBOOK = `${NOTEBOOKS}/{notebook_id}` as const;
const notebook_id = id('notebook');
const parent_notebook_id = defer(() => id('notebook').nullable().optional().describe('null: at the top level.'));

/** Operations on notebooks, the tree that contains the notes. */
export const notebookRows = {
  listNotebooks: operation({
    summary: 'List every notebook.',
    input: () => z.strictObject({}),
    output: notebookList,
    errors: [],
    http: { method: 'get', path: NOTEBOOKS },
    mcp: {
      tool: 'list_notebooks',
      scope: 'search-only',
      get arguments() {
        return { start: start() };
      },
    },
    cli: { command: 'notebook list', examples: ['notes notebook list', 'notes notebook list -o ids'] },
  }),
  getNotebookTree: operation({
    summary: 'Read the notebooks as a tree.',
    input: () => z.strictObject({}),
    output: notebookTree,
    errors: [],
    http: { method: 'get', path: `${NOTEBOOKS}/tree` },
    mcp: { tool: 'get_notebook_tree', scope: 'search-only' },
    cli: { command: 'notebook tree', examples: ['notes notebook tree'] },
  }),
  createNotebook: operation({
    summary: 'Create a notebook.',
    input: () =>
      z.strictObject({
        name: notebookName,
        icon_emoji: iconEmoji.optional(),
        parent_notebook_id: parent_notebook_id(),
      }),
    output: notebookSchema,
    errors: ['not_found', 'name_conflict'],
    http: { method: 'post', path: NOTEBOOKS, status: 201, location: `${NOTEBOOK}` },
    mcp: null,
    cli: {
      command: 'notebook create',
      positional: ['name'],
      examples: ['notes notebook create Recipes', 'notes notebook create Soups -n Recipes'],
    },
  }),
  getNotebook: operation({
    summary: 'Read a notebook.',
    input: () => z.strictObject({ notebook_id }),
    output: notebookSchema,
    errors: ['not_found'],
    http: { method: 'get', path: NOTEBOOK },
    mcp: null,
    cli: null,
  }),
  updateNotebook: operation({
    summary: 'Rename a notebook, move it, or change its emoji.',
    input: () =>
      z.strictObject({
        notebook_id,
        name: notebookName.optional(),
        icon_emoji: iconEmoji.optional(),
        parent_notebook_id: parent_notebook_id(),
      }),
    output: notebookSchema,
    errors: ['not_found', 'name_conflict'],
    http: { method: 'patch', path: NOTEBOOK },
    mcp: null,
    cli: {
      command: 'notebook rename',
      positional: ['notebook_id', 'name'],
      examples: ['notes notebook rename Recipes Cooking'],
    },
  }),
  deleteNotebook: operation({
    summary:
      'Delete a notebook and the notebooks below it. Their notes move to Trash. A restored note goes to the notebook “Notes”.',
    input: () => z.strictObject({ notebook_id }),
    output: notebookDeletion,
    errors: ['not_found'],
    http: { method: 'delete', path: NOTEBOOK },
    mcp: null,
    cli: {
      command: 'notebook rm',
      positional: ['notebook_id'],
      examples: ['notes notebook rm Recipes --preview', 'notes notebook rm Recipes --yes'],
    },
  }),
  previewNotebookDeletion: operation({
    summary: 'Show what deleting a notebook would do.',
    input: () => z.strictObject({ notebook_id }),
    output: notebookDeletionPreview,
    errors: ['not_found'],
    http: { method: 'get', path: `${NOTEBOOK}/deletion-preview` },
    mcp: null,
    cli: null,
  }),
  listNotebookDocuments: operation({
    summary: 'List the notes directly in a notebook, last changed first.',
    input: () => z.strictObject({ notebook_id, limit: limit(50, 200), cursor: cursor.optional() }),
    output: documentPage,
    errors: ['not_found', 'cursor_invalid'],
    http: { method: 'get', path: `${NOTEBOOK}/notes` },
    mcp: { tool: 'get_notebook_notes', scope: 'read-only' },
    cli: null,
  }),
};
