import { call } from '../api/client.js';
import { sortManually } from '../kernel/manual-order.js';
import { settings } from '../kernel/settings.js';
import { useData } from '../kernel/use-data.js';
import { Recent } from '../ui/recent.js';
import type { Page } from './page.js';
import { type Pages, usePages } from './pages.js';
import { isPinned, PINNED_TAG } from './pinned.js';
import { hitToRow, type NoteRow } from './rows.js';

interface Scope {
  /** Identifies the scope; the order is added for its listing. */
  readonly key: string;
  /** Query that finds exactly the notes of the scope; undefined if none can, which leaves the order of changes. */
  readonly query: string | undefined;
  /** Reads a page of the scope's own listing, last changed first; without it, the query is used. */
  readonly readPage?: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<NoteRow>>;
}

interface ScopeRows {
  readonly listKey: string;
  readonly pages: Pages<NoteRow>;
  /** Ids of the pinned notes, which come first. */
  readonly pinned: readonly string[];
}

const PAGE = 100;
const LISTINGS_KEPT = 8;
/** Pinned notes of earlier listings, so that going back shows them at once. */
const earlierPinned = new Recent<readonly NoteRow[]>(LISTINGS_KEPT);

/** Lists the notes of a scope in the order from the settings, pinned notes first and in the order chosen by hand. */
export function useScopeRows({ key, query, readPage }: Scope): ScopeRows {
  const order = query === undefined ? 'updated_at' : settings.value.listOrder;
  const listKey = `${key} ${order}`;
  const pages = usePages(listKey, async (cursor, signal) => {
    if (readPage !== undefined && order === 'updated_at') return readPage(cursor, signal);
    const input = { query: query as string, sort: order, limit: PAGE, cursor };
    const { results, next_cursor, truncated } = await call('searchDocuments', input, signal);
    return { rows: results.map(hitToRow), nextCursor: next_cursor, truncated };
  });
  const pinned = useData(`pinned ${listKey} ${query}`, async (signal) => {
    if (query === undefined) return [];
    const input = { query: `${query} tag:${PINNED_TAG}`, sort: order, limit: PAGE };
    const { results } = await call('searchDocuments', input, signal);
    const rows = results.map(hitToRow).filter(isPinned);
    earlierPinned.set(listKey, rows);
    return rows;
  });
  const pinnedRows = pinned.value ?? earlierPinned.get(listKey) ?? (pinned.error && []);
  if (pages.value === undefined || pinnedRows === undefined)
    return { listKey, pages: { ...pages, value: undefined }, pinned: [] };
  const first = sortManually(pinnedRows, getId);
  return { listKey, pages: { ...pages, value: putFirst(first, pages.value) }, pinned: first.map(getId) };
}

const getId = ({ id }: NoteRow) => id;

function putFirst(first: readonly NoteRow[], rows: readonly NoteRow[]): readonly NoteRow[] {
  if (first.length === 0) return rows;
  const ids = new Set(first.map(getId));
  return [...first, ...rows.filter(({ id }) => !ids.has(id))];
}
