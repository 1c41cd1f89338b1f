import { call } from '../api/client.js';
import { useData } from '../app/use-data.js';
import { shownTitle } from './note-link.js';

/** Ids one query may hold, and one page may answer. */
const AT_ONCE = 100;

/** What notes are called of which only the ids are known; of what is in Trash or gone there is none. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].sort();
  const data = useData(`titles ${wanted.join(' ')}`, (signal) => titlesOf(wanted, signal));
  return data.value ?? new Map();
}

async function titlesOf(ids: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const query = ids
      .slice(start, start + AT_ONCE)
      .map((id) => `id:${id}`)
      .join(' OR ');
    const { results } = await call('searchDocuments', { query, limit: AT_ONCE }, signal);
    for (const { document_id, title } of results) titles.set(document_id, shownTitle(title));
  }
  return titles;
}
