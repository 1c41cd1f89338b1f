import { z } from 'zod';
import { searchSorts } from '../schemas/library.js';
import { cursor, flag, fullListFields, limit, notebookId, pageFields, rows, start } from './fields.js';
import { READ, tool } from './tool.js';

const noArguments = z.strictObject({});
const startArguments = z.strictObject({ start });
/** One name for each sort order. The other names are accepted but would only cost tokens. */
const ADVERTISED_SORTS = ['relevance', 'updated_at', 'created_at', '-created_at', 'title'];

/** Tools of every scope: finding notes, and listing notebooks and tags. */
export const libraryTools = {
  search_documents: tool({
    title: 'Search notes',
    description:
      'Find notes. All words must occur; also "a phrase", word*, OR, -not, (…), title:, tag:, notebook:, has:, is:, updated:>2026-01-31. An empty query returns every note, newest first. Returns snippets; read a note for its text.',
    hints: READ,
    arguments: z.strictObject({
      query: z.string().max(4096).describe('At most 4,096 bytes.'),
      sort: z.enum(searchSorts).meta({ enum: ADVERTISED_SORTS }).optional(),
      limit,
      cursor,
    }),
    result: z.looseObject({ results: rows, ...pageFields }),
  }),
  list_notebooks: tool({
    title: 'List notebooks',
    description: 'Every notebook in one flat list, with its ID.',
    hints: READ,
    arguments: startArguments,
    result: z.looseObject({ notebooks: rows, ...fullListFields }),
  }),
  get_notebook_tree: tool({
    title: 'Notebook tree',
    description: 'Every notebook, nested as the user sees them.',
    hints: READ,
    arguments: noArguments,
    result: z.looseObject({ notebooks: rows, truncated: flag }),
  }),
  list_tags: tool({
    title: 'List tags',
    description: 'Tags with their note counts, most used first. Prefer one of these to a new tag.',
    hints: READ,
    arguments: startArguments,
    result: z.looseObject({ tags: rows, ...fullListFields }),
  }),
  list_search_notebooks: tool({
    title: 'List saved searches',
    description: 'Searches the user saved; pass their query to search_documents.',
    hints: READ,
    arguments: noArguments,
    result: z.looseObject({ search_notebooks: rows }),
  }),
  list_collections: tool({
    title: 'List collections',
    description: 'Collections of notes. There is only "default".',
    hints: READ,
    arguments: noArguments,
    result: z.looseObject({ collections: rows }),
  }),
  get_notebook_notes: tool({
    title: 'Notes in a notebook',
    description: 'Notes directly in one notebook, last changed first, with excerpts.',
    hints: READ,
    arguments: z.strictObject({ notebook_id: notebookId.describe('Notebook ID (nb_…).'), limit, cursor }),
    result: z.looseObject({ documents: rows, next_cursor: z.string().optional() }),
  }),
};
