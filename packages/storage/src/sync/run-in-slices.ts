import type { Store } from '../library/store.js';
import type { UnitOfWork } from '../library/unit.js';
import { WriteTurns } from './write-turns.js';

/** Size of slices while the library is in use. */
const SHORT_SLICES = { ms: 15, least: 10, most: 500 };
const FIRST_SLICE_ITEMS = 50;

/** Size of slices that fill a new library: about `most` items at once, and again until `ms` milliseconds have passed. */
export interface FillSize {
  readonly most: number;
  readonly ms: number;
}

/**
 * Each slice is synced and rewrites pages of the indexes, so long slices take a fraction of the time in all. While others
 * write, slices are as short as their writes can wait.
 */
const FILL_SIZES = { alone: { most: 1_000, ms: 200 }, shared: { most: 60, ms: 10 } } satisfies Record<string, FillSize>;
/** Milliseconds of short slices at the start: until the code is compiled, a long one would take seconds. */
const WARM_UP_MS = 1_000;
/** Pages in the log after which a slice checkpoints it, while nobody else writes. */
const FILL_LOG_PAGES = 16_000;

/**
 * Runs work in slices, each in its own write.
 *
 * @param slice Processes about `most` items; returns `more` while any remain
 */
export async function runInSlices<Result extends string>(
  store: Store,
  slice: (unit: UnitOfWork, most: number) => Result | 'more',
): Promise<Exclude<Result, 'more'>> {
  const { ms, least, most: limit } = SHORT_SLICES;
  const turns = new WriteTurns(store);
  for (let most = FIRST_SLICE_ITEMS; ; ) {
    const { result, tookMs } = await turns.run((unit) => {
      const started = performance.now();
      return { result: slice(unit, most), tookMs: performance.now() - started };
    });
    if (result !== 'more') return result as Exclude<Result, 'more'>;
    most = Math.round(Math.min(limit, Math.max(least, (most * ms) / Math.max(tookMs, 1))));
  }
}

/**
 * Runs work that fills a new library in slices, each in its own write.
 *
 * @param slice Processes a slice; returns `more` while anything remains
 */
export async function fillInSlices<Result extends string>(
  store: Store,
  slice: (unit: UnitOfWork, size: FillSize) => Result | 'more',
): Promise<Exclude<Result, 'more'>> {
  const turns = new WriteTurns(store);
  const warmAt = performance.now() + WARM_UP_MS;
  store.setLogPages(FILL_LOG_PAGES);
  try {
    for (;;) {
      const { result } = await turns.run((unit) => ({
        result: slice(unit, turns.isShared || performance.now() < warmAt ? FILL_SIZES.shared : FILL_SIZES.alone),
      }));
      if (result !== 'more') return result as Exclude<Result, 'more'>;
      if (turns.isShared) store.setLogPages();
    }
  } finally {
    store.setLogPages();
  }
}
