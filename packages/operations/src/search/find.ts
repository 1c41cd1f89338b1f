import { ServiceError } from '@notes/contract';
import type { QueryNode } from '@notes/query-language';
import type { SearchFinding, SearchRequest, Store } from '@notes/storage';
import type { FindTask } from './find-task.js';

/**
 * A phrase costs its length times the places its words stand in. Up to this many words that is little beside the
 * search itself; beyond, a note that says one word over and over could hold the event loop for seconds.
 */
const INLINE_PHRASE = 8;
const DEADLINE_MS = 8_000;

/**
 * Runs a search, one with long phrases off the event loop and within a deadline.
 *
 * @throws ServiceError `validation_failed` when it takes too long
 */
export async function find(store: Store, request: SearchRequest): Promise<SearchFinding[]> {
  const { root } = request.query;
  if (root === null || longestPhrase(root) <= INLINE_PHRASE) return store.read(({ search }) => search.find(request));
  const { searching } = await import('../workers.js');
  const task: FindTask = { dataDir: store.paths.dataDir, request };
  const module = new URL('../../dist/search/find-task.js', import.meta.url);
  const found = await searching.run<SearchFinding[], 'late'>({ module, task, deadlineMs: DEADLINE_MS }, 'late');
  if (found === 'late') throw new ServiceError('validation_failed', 'query: this phrase takes too long to find');
  return found;
}

function longestPhrase(node: QueryNode): number {
  if (node.type === 'text') return node.terms.length;
  if (node.type === 'not') return longestPhrase(node.child);
  return node.type === 'and' || node.type === 'or' ? Math.max(...node.children.map(longestPhrase)) : 0;
}
