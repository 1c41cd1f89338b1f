import { ArchiveError } from '@notes/archive-manifest';
import type { ProgressOptions } from './read-archive.js';

/**
 * Returns a callback for processed objects, by default one. It reports progress and throws when the signal is aborted.
 *
 * @param counts numbers of objects to process, by kind
 */
export function createProgressReporter(
  counts: readonly number[],
  { signal, progress }: ProgressOptions,
): (processed?: number) => void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  return (processed = 1) => {
    done += processed;
    progress?.(Math.min(done, total), total);
    if (signal?.aborted) throw new ArchiveError('archive_interrupted', 'The work was stopped');
  };
}
