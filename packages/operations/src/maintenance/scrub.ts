import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@notes/contract';
import type { JobRun } from '../jobs/job-run.js';

/** Pages of the index merged in one write: some 20 ms, three times that on a busy machine. */
const PAGES = 50;
const FOLD = { attempts: 100, pauseMs: 100 } as const;

/**
 * Removes what deleted texts have left behind: their words in the full-text index, and themselves in the write-ahead log.
 * Where SQLite frees space it is overwritten already.
 *
 * @throws ServiceError `storage_unavailable` when another process reads on and on, so that the log is needed
 */
export async function scrub(job: JobRun): Promise<void> {
  for (let isFirst = true, hasMore = true; hasMore; isFirst = false) {
    job.signal.throwIfAborted();
    hasMore = await job.write(({ searchIndex }) => searchIndex.merge(PAGES, isFirst));
  }
  for (let attempt = 0; attempt < FOLD.attempts; attempt++) {
    if (job.library.store.foldLog()) return;
    job.signal.throwIfAborted();
    await sleep(FOLD.pauseMs);
  }
  throw new ServiceError(
    'storage_unavailable',
    'another process keeps the log of the library in use: run it again later',
  );
}
