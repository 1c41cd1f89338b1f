import type { Store, UnitOfWork } from '@notes/storage';
import type { ApplyResult } from '@notes/sync-protocol';

/** How long a slice is to take: whoever else writes waits for it. */
const SLICE_MS = 15;
const FIRST = 50;
const BOUNDS = { least: 10, most: 500 };

/**
 * Applies a segment or a checkpoint slice by slice, each a write of its own, of so many operations that it takes about `SLICE_MS`.
 *
 * @param slice Applies about `most` operations; answers `more` while there are any
 */
export async function applyInSlices(
  store: Store,
  slice: (unit: UnitOfWork, most: number) => ApplyResult | 'more',
): Promise<ApplyResult> {
  for (let most = FIRST; ; ) {
    const { result, tookMs } = await store.write((unit) => {
      const started = performance.now();
      return { result: slice(unit, most), tookMs: performance.now() - started };
    });
    if (result !== 'more') return result;
    const fitting = (most * SLICE_MS) / Math.max(tookMs, 1);
    most = Math.round(Math.min(BOUNDS.most, Math.max(BOUNDS.least, fitting)));
  }
}
