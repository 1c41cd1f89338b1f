import { useRef, useState } from 'preact/hooks';
import { ApiError, asApiError } from '../api/api-error.js';
import type { Data } from '../kernel/use-data.js';
import { useReload } from '../kernel/use-data.js';
import { Recent } from '../ui/recent.js';
import { appendPage, type Keyed, type Page } from './page.js';

/** A paginated listing that grows while scrolling. */
export interface Pages<Row> extends Data<readonly Row[]> {
  readonly hasMore: boolean;
  readonly truncated: boolean;
  /** Queries with results, when these do not match exactly. */
  readonly suggestions: readonly string[];
  /** Notes above the listing, such as parts of a search that did not work. */
  readonly notices: readonly string[];
  /** Loads pages until there are as many rows as will be visible. */
  readonly need: (count: number) => void;
}

type LoadPage<Row> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;

interface StoredPages<Row> extends Partial<Page<Row>> {
  readonly key: string;
  readonly at?: number;
  readonly error?: ApiError | undefined;
}

const LISTINGS_KEPT = 8;
/** Previous listings: going back shows them at once. */
const earlierListings = new Recent<StoredPages<unknown>>(LISTINGS_KEPT);
/** Number of rows needed in each listing. */
const neededRows = new Recent<number>(LISTINGS_KEPT);

/** Maximum number of restarts: constant writes to the library would make every cursor stale. */
const MAX_RESTARTS = 3;

/** Reads pages from the start until there are `neededRows` rows; restarts when a cursor is stale. */
async function loadRows<Row extends Keyed>(
  load: LoadPage<Row>,
  neededRows: number,
  signal: AbortSignal,
  from?: Page<Row>,
): Promise<Page<Row>> {
  let page = from;
  let restarts = 0;
  while (page === undefined || (page.rows.length < neededRows && page.nextCursor !== null)) {
    try {
      page = appendPage(page, await load(page?.nextCursor ?? undefined, signal));
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'cursor_invalid';
      if (!isStale || restarts === MAX_RESTARTS) throw error;
      restarts += 1;
      page = undefined;
    }
  }
  return page;
}

/**
 * Keeps a listing current: reads it again from the start when `key` or the library changes or the service is reachable
 * again, as far as rows are needed. Earlier rows stay until newer ones arrive.
 */
export function usePages<Row extends Keyed>(key: string, load: LoadPage<Row>): Pages<Row> {
  const [state, keep] = useState<StoredPages<Row>>({ key });
  const fillController = useRef<AbortController>(undefined);
  const stored = state.key === key ? state : ((earlierListings.get(key) as StoredPages<Row> | undefined) ?? { key });

  const run = (from?: Page<Row>) => {
    fillController.current?.abort();
    const controller = new AbortController();
    fillController.current = controller;
    loadRows(load, neededRows.get(key) ?? 1, controller.signal, from)
      .then((page) => {
        if (controller.signal.aborted) return;
        const next = { ...page, key, at: Date.now() };
        earlierListings.set(key, next);
        keep(next);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const refusal = asApiError(error);
        keep((before) => ({ ...(before.key === key ? before : stored), error: refusal }));
      })
      .finally(() => {
        if (fillController.current === controller) fillController.current = undefined;
      });
  };
  const reload = useReload(key, (signal) => {
    run();
    signal.addEventListener('abort', () => fillController.current?.abort());
  });

  const { rows, nextCursor = null, truncated = false, suggestions = [], notices = [], error } = stored;
  return {
    value: rows,
    error,
    at: stored.at,
    truncated,
    suggestions,
    notices,
    hasMore: nextCursor !== null,
    reload,
    need: (count) => {
      neededRows.set(key, count);
      const isShort = rows !== undefined && rows.length < count && nextCursor !== null;
      if (isShort && error === undefined && fillController.current === undefined) run({ rows, nextCursor, truncated });
    },
  };
}
