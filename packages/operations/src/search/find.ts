import { ServiceError } from '@notes/contract';
import type { QueryNode } from '@notes/query-language';
import type { SearchFinding, SearchRequest } from '@notes/storage';
import type { Context } from '../context.js';
import type { FindTask } from './find-task.js';

/**
 * A phrase costs its length times the places its words stand in. Up to this many words that is little beside the
 * search itself; beyond, a note that says one word over and over could hold the event loop for seconds.
 */
const INLINE_PHRASE = 8;
/** A condition on attachments may pass over all of them: 100,000 take 20 ms. */
const INLINE_PASSES = 1;
const DEADLINE_MS = 8_000;

/** What is sought; the moment it is sought at comes from the call. */
export type Search = Omit<SearchRequest, 'now'>;

/**
 * Runs a search, one with long phrases or several conditions on attachments off the event loop and within a deadline.
 *
 * @throws ServiceError `validation_failed` when it takes too long
 */
export async function find({ library: { store }, now, hidesTrash }: Context, search: Search): Promise<SearchFinding[]> {
  const query = hidesTrash === true ? { ...search.query, seesTrash: false } : search.query;
  const request: SearchRequest = { ...search, query, now: now() };
  if (isQuick(request.query.root)) return store.read(({ search }) => search.find(request));
  const { searching } = await import('../workers.js');
  const task: FindTask = { dataDir: store.paths.dataDir, request };
  const module = new URL('../../dist/search/find-task.js', import.meta.url);
  const found = await searching.run<SearchFinding[], 'late'>({ module, task, deadlineMs: DEADLINE_MS }, 'late');
  if (found === 'late') throw new ServiceError('validation_failed', 'query: this takes too long to find');
  return found;
}

function isQuick(root: QueryNode | null): boolean {
  const conditions = root === null ? [] : conditionsOf(root);
  const passes = conditions.filter(({ type }) => type === 'filename' || type === 'mime').length;
  const hasLongPhrase = conditions.some((node) => node.type === 'text' && node.terms.length > INLINE_PHRASE);
  return passes <= INLINE_PASSES && !hasLongPhrase;
}

function conditionsOf(node: QueryNode): readonly QueryNode[] {
  if (node.type === 'not') return conditionsOf(node.child);
  return node.type === 'and' || node.type === 'or' ? node.children.flatMap(conditionsOf) : [node];
}
