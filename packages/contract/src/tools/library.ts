import { z } from 'zod';
import { flag, fullListFields, pageFields, rows } from './result-fields.js';
import { READ, tool } from './tool.js';

/** Tools of every scope: finding notes, and listing notebooks and tags. */
export const libraryTools = {
  search_documents: tool({
    title: 'Search notes',
    description:
      'Find notes. All words must occur; also "a phrase", word*, OR, -not, (…), title:, tag:, notebook:, has:, is:, updated:>2026-01-31. An empty query returns every note, newest first. Returns snippets; read a note for its text.',
    hints: READ,
    result: z.looseObject({ results: rows, ...pageFields }),
  }),
  list_notebooks: tool({
    title: 'List notebooks',
    description: 'Every notebook in one flat list, with its ID.',
    hints: READ,
    result: z.looseObject({ notebooks: rows, ...fullListFields }),
  }),
  get_notebook_tree: tool({
    title: 'Notebook tree',
    description: 'Every notebook, nested as the user sees them.',
    hints: READ,
    result: z.looseObject({ notebooks: rows, truncated: flag }),
  }),
  list_tags: tool({
    title: 'List tags',
    description: 'Tags with their note counts, most used first. Prefer one of these to a new tag.',
    hints: READ,
    result: z.looseObject({ tags: rows, ...fullListFields }),
  }),
  list_search_notebooks: tool({
    title: 'List saved searches',
    description: 'Searches the user saved; pass their query to search_documents.',
    hints: READ,
    result: z.looseObject({ search_notebooks: rows }),
  }),
  list_collections: tool({
    title: 'List collections',
    description: 'Collections of notes. There is only "default".',
    hints: READ,
    result: z.looseObject({ collections: rows }),
  }),
  get_notebook_notes: tool({
    title: 'Notes in a notebook',
    description: 'Notes directly in one notebook, last changed first, with excerpts.',
    hints: READ,
    result: z.looseObject({ documents: rows, next_cursor: z.string().optional() }),
  }),
};
