import { ServiceError } from '@notes/contract';
import type { Query, QueryNode } from '@notes/query-language';
import type { MatchedNote, MatchRequest, SearchFinding, SearchRequest } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import type { FindTask } from './find-task.js';

/**
 * Maximum words of a phrase searched on this thread. A phrase costs its length times the positions of its words. Up to
 * this length the cost is small beside the search itself; beyond it, a note that repeats one word could block the event
 * loop for seconds.
 */
const INLINE_PHRASE = 8;
/** Maximum conditions on attachments evaluated on this thread. One may scan all attachments: 100,000 take 20 ms. */
const INLINE_PASSES = 1;
const DEADLINE_MS = 8_000;

/** Search request; the call supplies the current time. */
export type Search = Omit<SearchRequest, 'now'>;

/**
 * Runs a search. A search with long phrases or several conditions on attachments runs in a worker with a deadline.
 *
 * @throws ServiceError `validation_failed` when the search takes too long
 */
export async function find(context: Context, search: Search): Promise<SearchFinding[]> {
  const { store } = context.library;
  const request: SearchRequest = { ...search, query: hideTrash(context, search.query), now: context.now() };
  if (isQuick(request.query.root)) return store.read(({ search }) => search.find(request));
  return await runInWorker<SearchFinding>({ dataDir: store.paths.dataDir, request });
}

/**
 * Finds the notes among `ids` that match a query. Unknown ids are ignored.
 *
 * @throws ServiceError `validation_failed` when the search takes too long
 */
export async function findAmong(context: Context, query: Query, ids: readonly string[]): Promise<MatchedNote[]> {
  if (ids.length === 0) return [];
  const { store } = context.library;
  const among: MatchRequest = { query: hideTrash(context, query), ids, now: context.now() };
  if (isQuick(among.query.root)) return store.read(({ search }) => search.matchesAmong(among));
  return await runInWorker<MatchedNote>({ dataDir: store.paths.dataDir, among });
}

/** Returns a query that finds no note in Trash for a caller who must not see these. */
const hideTrash = ({ hidesTrash }: Context, query: Query): Query =>
  hidesTrash === true ? { ...query, seesTrash: false } : query;

async function runInWorker<Row>(task: FindTask): Promise<Row[]> {
  const { searchWorker } = await import('../../platform/workers.js');
  const module = new URL('../../../dist/notes/search/find-task.js', import.meta.url);
  const found = await searchWorker.run<Row[], 'late'>({ module, task, deadlineMs: DEADLINE_MS }, 'late');
  if (found === 'late')
    throw new ServiceError('validation_failed', 'query: the search exceeded its time limit. Use a narrower query');
  return found;
}

function isQuick(root: QueryNode | null): boolean {
  const conditions = root === null ? [] : listConditions(root);
  const passes = conditions.filter(({ type }) => type === 'filename' || type === 'mime').length;
  const hasLongPhrase = conditions.some((node) => node.type === 'text' && node.terms.length > INLINE_PHRASE);
  return passes <= INLINE_PASSES && !hasLongPhrase;
}

function listConditions(node: QueryNode): readonly QueryNode[] {
  if (node.type === 'not') return listConditions(node.child);
  return node.type === 'and' || node.type === 'or' ? node.children.flatMap(listConditions) : [node];
}
