import { LIMITS } from '@notes/query-language';
import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { searchNotebookList, searchNotebookSchema, searchPage, searchSorts } from '../schemas/library.js';
import { cursor, iconEmoji, id, limit, name, text } from '../schemas/primitives.js';

const SEARCH_NOTEBOOKS = '/api/v1/search-notebooks';
const query = defer(() =>
  text(LIMITS.bytes).describe(
    `Search query; at most ${LIMITS.bytes} bytes, ${LIMITS.tokens} tokens, ${LIMITS.depth} levels. Empty: all notes.`,
  ),
);
const page = defer(() => ({
  limit: limit(20, 100),
  cursor: cursor.optional(),
  sort: z
    .enum(searchSorts)
    .optional()
    .describe(
      'Order of the notes. Default: relevance when the query has words, else updated_at, newest first. A leading - reverses created_at and title. updated and created are former names.',
    ),
}));

const exact = defer(() =>
  z
    .boolean()
    .default(false)
    .describe(
      'Only exact matches. Otherwise titles that continue the query are found too, and similar words when nothing else is: see matched_by.',
    ),
);

/** One name for each sort order. The other names are accepted but would only cost tokens. */
const ADVERTISED_SORTS = ['relevance', 'updated_at', 'created_at', '-created_at', 'title'];

/** Operations on searches and saved searches. */
export const searchRows = {
  searchDocuments: operation({
    summary: 'Find notes with the query language.',
    input: () => z.strictObject({ query: query().default(''), ...page(), exact: exact() }),
    output: searchPage,
    errors: ['cursor_invalid'],
    http: { method: 'post', path: '/api/v1/search' },
    mcp: {
      tool: 'search_documents',
      scope: 'search-only',
      get arguments() {
        return {
          // Required, so that a model decides to list every note. Its bound is advertised, in characters.
          query: z.string().max(LIMITS.bytes),
          sort: z.enum(searchSorts).meta({ enum: ADVERTISED_SORTS }).optional(),
          // Similar words help a model, and a result says when it has only those.
          exact: null,
        };
      },
    },
    cli: {
      command: 'search',
      positional: ['query'],
      examples: ["notes search 'tag:work/sync -draft'", 'notes search "title:garden updated:4w" -o ids'],
    },
  }),
  searchDocumentsByQueryString: operation({
    summary: 'Find notes, like POST, with a query string.',
    input: () => z.strictObject({ q: query().default(''), ...page(), exact: exact() }),
    output: searchPage,
    errors: ['cursor_invalid'],
    http: { method: 'get', path: '/api/v1/search' },
    mcp: null,
    cli: null,
  }),
  listSearchNotebooks: operation({
    summary: 'List saved searches: All notes first, Trash last.',
    input: () => z.strictObject({}),
    output: searchNotebookList,
    errors: [],
    http: { method: 'get', path: SEARCH_NOTEBOOKS },
    mcp: { tool: 'list_search_notebooks', scope: 'search-only' },
    cli: { command: 'saved list', examples: ['notes saved list'] },
  }),
  createSearchNotebook: operation({
    summary: 'Save a search under a name.',
    input: () =>
      z.strictObject({ name: name.describe('Name of the search.'), query: query(), icon_emoji: iconEmoji.optional() }),
    output: searchNotebookSchema,
    errors: ['name_conflict'],
    http: { method: 'post', path: SEARCH_NOTEBOOKS, status: 201 },
    mcp: null,
    cli: {
      command: 'saved create',
      positional: ['name', 'query'],
      examples: ["notes saved create Inbox 'tag:inbox -tag:done'"],
    },
  }),
  deleteSearchNotebook: operation({
    summary: 'Delete a saved search.',
    input: () => z.strictObject({ search_notebook_id: id('search_notebook') }),
    output: () => z.object({ search_notebook_id: id('search_notebook') }).meta({ id: 'SearchNotebookDeletion' }),
    errors: ['not_found'],
    http: { method: 'delete', path: `${SEARCH_NOTEBOOKS}/{search_notebook_id}`, status: 204, response: 'none' },
    mcp: null,
    cli: { command: 'saved rm', positional: ['search_notebook_id'], examples: ['notes saved rm Inbox'] },
  }),
};
