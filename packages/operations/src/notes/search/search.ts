import { type Input, type Output, ServiceError } from '@notes/contract';
import { type NoteOrder, parseNoteOrder } from '@notes/markdown-blocks';
import { canonicalQuery, findQueryWarnings, parseQuery, type Query } from '@notes/query-language';
import type { DocumentWithBody, SearchFinding, SearchKey } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { decodeCursor, encodeCursor, paginate } from '../../platform/cursor.js';
import { documentUri, timestamp } from '../../platform/wire.js';
import { completeTitles, type Hit, insertCompletions } from './complete-titles.js';
import { find, type Search } from './find.js';
import { findRelaxed, type RelaxedSearch } from './relax.js';
import { readableSnippet } from './snippet.js';

type Score = Pick<SearchFinding, 'pk' | 'score'>;

export async function searchDocuments(
  context: Context,
  input: Input<'searchDocuments'>,
): Promise<Output<'searchDocuments'>> {
  const { cursorKey } = context.library;
  const query = parseQueryOrThrow(input.query);
  const order = sortBy(query, parseNoteOrder(input.sort ?? 'relevance'));
  const binding = ['search', canonicalQuery(query), `${order.descending === true ? '-' : ''}${order.sort}`];
  const after = input.cursor === undefined ? undefined : decodeCursor<SearchKey>(cursorKey, binding, input.cursor);
  const request = { query, ...order, limit: input.limit, ...(after && { after }) };
  const found = await find(context, { ...request, limit: input.limit + 1 });
  const isRelaxable = after === undefined && !input.exact && order.sort === 'relevance';
  const completions = isRelaxable ? completeTitles(context, input.query, request, found.length) : [];
  const completed = mark(toHits(context, completions, query), 'prefix');
  const warnings = warningsFor(input.query);
  if (found.length === 0 && isRelaxable) {
    const relaxed = await findRelaxed(context, input.query, request);
    if (relaxed !== null) return { ...toRelaxedPage(context, relaxed, completed, input.limit), ...warnings };
  }
  const limit = input.limit - completed.length;
  const { page, next } = paginate(found.slice(0, limit + 1), limit, (last) =>
    encodeCursor(cursorKey, binding, last.key),
  );
  const results = insertCompletions(input.query, toHits(context, page, query), completed);
  return { results, next_cursor: next, truncated: false, ...warnings };
}

/** Makes the only page of results that do not match exactly; each says why it is there. */
function toRelaxedPage(
  context: Context,
  { found, query, matchedBy, suggestions }: RelaxedSearch,
  completed: readonly Hit[],
  limit: number,
): Output<'searchDocuments'> {
  const ids = new Set(completed.map(({ document_id }) => document_id));
  const others = mark(toHits(context, found, query), matchedBy).filter(({ document_id }) => !ids.has(document_id));
  const results = [...completed, ...others].slice(0, limit);
  return { results, next_cursor: null, truncated: false, did_you_mean: [...suggestions] };
}

const mark = (hits: readonly Hit[], matchedBy: NonNullable<Hit['matched_by']>): Hit[] =>
  hits.map((hit) => ({ ...hit, matched_by: matchedBy }));

function toHits({ library: { store } }: Context, found: readonly Score[], query: Query): Hit[] {
  const notes = store.read(({ documents }) => documents.getPage(found.map(({ pk }) => pk)));
  const scores = new Map(found.map(({ pk, score }) => [pk, score]));
  return notes.map((note) => toHit(note, query, scores.get(note.pk) ?? 0));
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

function toHit(note: DocumentWithBody, query: Query, score: number): Hit {
  return {
    document_id: note.id,
    uri: documentUri(note.id),
    title: note.title,
    notebook_id: note.notebookId,
    current_revision_id: note.revisionId,
    tags: [...note.tags],
    updated_at: timestamp(note.updatedAt),
    ...readableSnippet(note.body, query),
    score,
  };
}
