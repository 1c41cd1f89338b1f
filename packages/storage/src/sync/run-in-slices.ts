import type { Store } from '../library/store.js';
import type { UnitOfWork } from '../library/unit.js';

/** Size of slices. */
export interface SliceSize {
  /** Target duration in milliseconds: other writers wait for it. */
  readonly ms: number;
  /** Minimum number of items, however long they take. */
  readonly least: number;
  readonly most: number;
}

/** Size of slices while the library is in use. */
const SHORT_SLICES: SliceSize = { ms: 15, least: 10, most: 500 };
/**
 * Size of slices that fill a new library, which few others write to. Every slice is synced, and rewrites the pages of
 * the indexes, so long ones take a fraction of the time in all.
 */
export const LONG_SLICES: SliceSize = { ms: 250, least: 1_000, most: 5_000 };
const FIRST_SLICE_ITEMS = 50;

/**
 * Runs work in slices, each in its own write.
 *
 * @param slice Processes about `most` items; returns `more` while any remain
 */
export async function runInSlices<Result extends string>(
  store: Store,
  slice: (unit: UnitOfWork, most: number) => Result | 'more',
  size: SliceSize = SHORT_SLICES,
): Promise<Exclude<Result, 'more'>> {
  for (let most = Math.max(size.least, FIRST_SLICE_ITEMS); ; ) {
    const { result, tookMs } = await store.write((unit) => {
      const started = performance.now();
      return { result: slice(unit, most), tookMs: performance.now() - started };
    });
    if (result !== 'more') return result as Exclude<Result, 'more'>;
    const fitting = (most * size.ms) / Math.max(tookMs, 1);
    most = Math.round(Math.min(size.most, Math.max(size.least, fitting)));
  }
}
