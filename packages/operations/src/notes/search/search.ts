import { type Input, type Output, ServiceError } from '@notes/contract';
import { type NoteOrder, parseNoteOrder } from '@notes/markdown-blocks';
import { canonicalQuery, findQueryWarnings, parseQuery, type Query } from '@notes/query-language';
import type { SearchFinding, SearchKey } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { decodeCursor, encodeCursor, paginate } from '../../platform/cursor.js';
import { completeTitles, type Hit, insertCompletions } from './complete-titles.js';
import { find, type Search } from './find.js';
import {
  type MergedAnswer,
  type MergedSearch,
  readMergedPage,
  type SnapshotKey,
  searchMerged,
} from './merged-search.js';
import { findRelaxed, type RelaxedSearch } from './relax.js';
import { readableSnippet } from './snippet.js';
import { toHit } from './to-hit.js';

type Score = Pick<SearchFinding, 'pk' | 'score'>;

export async function searchDocuments(
  context: Context,
  input: Input<'searchDocuments'>,
): Promise<Output<'searchDocuments'>> {
  const query = parseQueryOrThrow(input.query);
  const order = sortBy(query, parseNoteOrder(input.sort ?? 'relevance'));
  const binding = ['search', canonicalQuery(query), `${order.descending === true ? '-' : ''}${order.sort}`];
  const after =
    input.cursor === undefined
      ? undefined
      : decodeCursor<SearchKey | SnapshotKey>(context.library.cursorKey, binding, input.cursor);
  const merged: MergedSearch = { input, search: { query, ...order, limit: input.limit }, binding };
  const warnings = warningsFor(input.query);
  if (after?.order === 'snapshot') return { ...readMergedPage(context, merged, after), ...warnings };
  const isRelaxable = after === undefined && !input.exact && order.sort === 'relevance';
  const { page, channels }: MergedAnswer = isRelaxable ? await searchMerged(context, merged) : {};
  return {
    ...(page ?? (await searchBuiltIn(context, merged, after, isRelaxable))),
    ...(channels && { channels }),
    ...warnings,
  };
}

/** Searches the built-in index alone. A first page by relevance also has notes that almost match. */
async function searchBuiltIn(
  context: Context,
  { input, search, binding }: MergedSearch,
  after: SearchKey | undefined,
  isRelaxable: boolean,
): Promise<Output<'searchDocuments'>> {
  const { query } = search;
  const found = await find(context, { ...search, ...(after && { after }), limit: input.limit + 1 });
  const completions = isRelaxable ? completeTitles(context, input.query, search, found.length) : [];
  const completed = mark(toHits(context, completions, query), 'prefix');
  if (found.length === 0 && isRelaxable) {
    const relaxed = await findRelaxed(context, input.query, search);
    if (relaxed !== null) return toRelaxedPage(context, relaxed, completed, input.limit);
  }
  const limit = input.limit - completed.length;
  const { page, next } = paginate(found.slice(0, limit + 1), limit, (last) =>
    encodeCursor(context.library.cursorKey, binding, last.key),
  );
  const results = insertCompletions(input.query, toHits(context, page, query), completed);
  return { results, next_cursor: next, truncated: false };
}

/** Makes the only page of results that do not match exactly; each says why it is there. */
function toRelaxedPage(
  context: Context,
  { found, query, matchedBy, suggestions, truncated }: RelaxedSearch,
  completed: readonly Hit[],
  limit: number,
): Output<'searchDocuments'> {
  const ids = new Set(completed.map(({ document_id }) => document_id));
  const others = mark(toHits(context, found, query), matchedBy).filter(({ document_id }) => !ids.has(document_id));
  const results = [...completed, ...others];
  const isTruncated = truncated || results.length > limit;
  return {
    results: results.slice(0, limit),
    next_cursor: null,
    truncated: isTruncated,
    did_you_mean: [...suggestions],
  };
}

const mark = (hits: readonly Hit[], matchedBy: NonNullable<Hit['matched_by']>): Hit[] =>
  hits.map((hit) => ({ ...hit, matched_by: matchedBy }));

function toHits({ library: { store } }: Context, found: readonly Score[], query: Query): Hit[] {
  const notes = store.read(({ search }) => search.readNotes(found.map(({ pk }) => pk)));
  const scores = new Map(found.map(({ pk, score }) => [pk, score]));
  return notes.map((note) => toHit(note, readableSnippet(note.body, query), scores.get(note.pk) ?? 0));
}

/** Returns the sort order for storage. Relevance only applies to a query with words. */
export function sortBy({ hasText }: Query, order: NoteOrder | null): Pick<Search, 'sort' | 'descending'> {
  switch (order?.sort) {
    case 'created_at':
      return { sort: 'created', descending: order.descending };
    case 'title':
      return { sort: 'title', descending: order.descending };
    case 'updated_at':
      return { sort: 'updated' };
    default:
      return { sort: hasText ? 'relevance' : 'updated' };
  }
}

/** Returns the `warnings` of a response; none when the whole query is understood. */
export function warningsFor(query: string): { warnings?: string[] } {
  const warnings = findQueryWarnings(query).map(({ message }) => message);
  return warnings.length > 0 ? { warnings } : {};
}

export function searchDocumentsByQueryString(
  context: Context,
  { q, ...rest }: Input<'searchDocumentsByQueryString'>,
): Promise<Output<'searchDocumentsByQueryString'>> {
  return searchDocuments(context, { query: q, ...rest });
}

/** @throws ServiceError `validation_failed` with the parser's message, which names the column */
export function parseQueryOrThrow(text: string): Query {
  const parsed = parseQuery(text);
  if (parsed.ok) return parsed.query;
  throw new ServiceError('validation_failed', `query: ${parsed.error.message}`);
}
