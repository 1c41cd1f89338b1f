import { z } from 'zod';
import { flag, fullListFields, pageFields, record, rows, texts } from './result-fields.js';
import { READ, tool } from './tool.js';

/** Tools of every scope: finding notes, and listing notebooks and tags. */
export const libraryTools = {
  search_documents: tool({
    title: 'Search notes',
    description:
      'Find notes by words (all occur), "a phrase", word*, OR, -not, (…), title:, tag:, notebook:, has:, is:, updated:>2026-01-31; empty finds all, newest first. Returns snippets; matched_by marks inexact ones.',
    hints: READ,
    holdsNoteText: true,
    result: z.looseObject({
      results: rows,
      ...pageFields,
      warnings: texts.optional(),
      did_you_mean: texts.optional(),
      channels: record.optional(),
    }),
  }),
  list_notebooks: tool({
    title: 'List notebooks',
    description: 'Every notebook, flat.',
    hints: READ,
    result: z.looseObject({ notebooks: rows, ...fullListFields }),
  }),
  get_notebook_tree: tool({
    title: 'Notebook tree',
    description: 'Every notebook, nested.',
    hints: READ,
    result: z.looseObject({ notebooks: rows, truncated: flag }),
  }),
  list_tags: tool({
    title: 'List tags',
    description: 'Tags, most used first. Prefer one of these to a new tag.',
    hints: READ,
    holdsNoteText: true,
    result: z.looseObject({ tags: rows, ...fullListFields }),
  }),
  list_search_notebooks: tool({
    title: 'List saved searches',
    description: 'Saved searches; pass their query to search_documents.',
    hints: READ,
    result: z.looseObject({ search_notebooks: rows }),
  }),
  list_collections: tool({
    title: 'List collections',
    description: 'Collections: only "default".',
    hints: READ,
    result: z.looseObject({ collections: rows }),
  }),
  get_notebook_notes: tool({
    title: 'Notes in a notebook',
    description: 'Notes directly in one notebook, last changed first, with excerpts.',
    hints: READ,
    holdsNoteText: true,
    result: z.looseObject({ documents: rows, next_cursor: z.string().optional() }),
  }),
};
