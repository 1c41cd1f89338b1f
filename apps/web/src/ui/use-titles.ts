import { call } from '../api/client.js';
import { useData } from '../kernel/use-data.js';
import { formatTitle } from './note-link.js';

/** Maximum number of ids in a query, and of results on a page. */
const AT_ONCE = 100;

/** Loads the titles of notes by id; notes that are in Trash or deleted have none. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const sortedIds = [...new Set(ids)].sort();
  const data = useData(`titles ${sortedIds.join(' ')}`, (signal) => loadTitles(sortedIds, signal));
  return data.value ?? new Map();
}

async function loadTitles(ids: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const query = ids
      .slice(start, start + AT_ONCE)
      .map((id) => `id:${id}`)
      .join(' OR ');
    const { results } = await call('searchDocuments', { query, limit: AT_ONCE }, signal);
    for (const { document_id, title } of results) titles.set(document_id, formatTitle(title));
  }
  return titles;
}
