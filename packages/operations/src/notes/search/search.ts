import { type Input, type Output, ServiceError } from '@notes/contract';
import { type NoteOrder, parseNoteOrder } from '@notes/markdown-blocks';
import { canonicalQuery, findQueryWarnings, parseQuery, type Query } from '@notes/query-language';
import type { DocumentWithBody, SearchFinding, SearchKey } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { decodeCursor, encodeCursor, paginate } from '../../platform/cursor.js';
import { documentUri, timestamp } from '../../platform/wire.js';
import { find, type Search } from './find.js';
import { findRelaxed, type RelaxedSearch } from './relax.js';
import { readableSnippet } from './snippet.js';

type Hit = Output<'searchDocuments'>['results'][number];

export async function searchDocuments(
  context: Context,
  input: Input<'searchDocuments'>,
): Promise<Output<'searchDocuments'>> {
  const { cursorKey } = context.library;
  const query = parseQueryOrThrow(input.query);
  const order = sortBy(query, parseNoteOrder(input.sort ?? 'relevance'));
  const binding = ['search', canonicalQuery(query), `${order.descending === true ? '-' : ''}${order.sort}`];
  const after = input.cursor === undefined ? undefined : decodeCursor<SearchKey>(cursorKey, binding, input.cursor);
  const request = { query, ...order, limit: input.limit + 1, ...(after && { after }) };
  const found = await find(context, request);
  if (found.length === 0 && after === undefined && !input.exact && order.sort === 'relevance') {
    const relaxed = await findRelaxed(context, input.query, { ...request, limit: input.limit });
    if (relaxed !== null) return toRelaxedPage(context, relaxed, warningsFor(input.query));
  }
  const { page, next } = paginate(found, input.limit, (last) => encodeCursor(cursorKey, binding, last.key));
  return { results: toHits(context, page, query), next_cursor: next, truncated: false, ...warningsFor(input.query) };
}

/** Makes the only page of results that do not match exactly; each says why it is there. */
function toRelaxedPage(
  context: Context,
  { found, query, matchedBy, suggestions }: RelaxedSearch,
  warnings: ReturnType<typeof warningsFor>,
): Output<'searchDocuments'> {
  const results = toHits(context, found, query).map((hit) => ({ ...hit, matched_by: matchedBy }));
  return { results, next_cursor: null, truncated: false, ...warnings, did_you_mean: [...suggestions] };
}

function toHits({ library: { store } }: Context, found: readonly SearchFinding[], query: Query): Hit[] {
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
