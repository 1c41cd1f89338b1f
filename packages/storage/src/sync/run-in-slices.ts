import type { Store } from '../library/store.js';
import type { UnitOfWork } from '../library/unit.js';

/** Target duration of a slice in milliseconds: other writers wait for it. */
const SLICE_MS = 15;
const FIRST_SLICE_ITEMS = 50;
const SLICE_ITEMS = { least: 10, most: 500 };

/**
 * Runs work in slices, each in its own write, sized to take about `SLICE_MS`.
 *
 * @param slice Processes about `most` items; returns `more` while any remain
 */
export async function runInSlices<Result extends string>(
  store: Store,
  slice: (unit: UnitOfWork, most: number) => Result | 'more',
): Promise<Exclude<Result, 'more'>> {
  for (let most = FIRST_SLICE_ITEMS; ; ) {
    const { result, tookMs } = await store.write((unit) => {
      const started = performance.now();
      return { result: slice(unit, most), tookMs: performance.now() - started };
    });
    if (result !== 'more') return result as Exclude<Result, 'more'>;
    const fitting = (most * SLICE_MS) / Math.max(tookMs, 1);
    most = Math.round(Math.min(SLICE_ITEMS.most, Math.max(SLICE_ITEMS.least, fitting)));
  }
}
