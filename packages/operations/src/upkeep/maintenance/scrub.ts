import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@notes/contract';
import { removeLeafFile } from '@notes/storage';
import type { Library } from '../../platform/context.js';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { forgetNames } from '../../platform/names-cache.js';

/** Pages of the index merged in one write: some 20 ms, three times that on a busy machine. */
const MERGE_PAGES = 50;
const LOG_RETRY = { attempts: 100, pauseMs: 100 } as const;

/** Subset of a job that scrubbing needs. */
export type ScrubContext = Pick<JobRun, 'signal' | 'write'> & { readonly library: Pick<Library, 'store'> };

/** Returns the mark of the last write that deleted a text; undefined when no scrub is pending. */
export const readPendingScrub = ({ store }: Pick<Library, 'store'>) => store.read(({ meta }) => meta.get('scrub_owed'));

/**
 * Removes the remains of deleted texts: their words in the full-text index, their pages in the write-ahead log, names
 * that were kept for completions, and digests that were kept for syncs. SQLite already overwrites freed space.
 *
 * @throws ServiceError `storage_unavailable` when another process keeps reading and so keeps the log in use
 */
export async function scrub(scrubbing: ScrubContext): Promise<void> {
  const owed = readPendingScrub(scrubbing.library);
  const { paths } = scrubbing.library.store;
  forgetNames(paths.dataDir);
  removeLeafFile(paths);
  for (let isFirst = true, hasMore = true; hasMore; isFirst = false) {
    scrubbing.signal.throwIfAborted();
    hasMore = await scrubbing.write(({ searchIndex }) => searchIndex.merge(MERGE_PAGES, isFirst));
  }
  await checkpointLog(scrubbing);
  if (owed === undefined) return;
  // Text deleted meanwhile still awaits scrubbing.
  await scrubbing.write(({ meta }) => {
    if (meta.get('scrub_owed') === owed) meta.remove('scrub_owed');
  });
}

/** Runs a pending scrub, as far as other processes allow; the rest stays pending. */
export async function runPendingScrub(library: ScrubContext['library'], signal: AbortSignal): Promise<void> {
  if (readPendingScrub(library) === undefined) return;
  try {
    await scrub({ library, signal, write: (work) => library.store.write(work) });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'storage_unavailable') throw error;
  }
}

async function checkpointLog({ library, signal }: ScrubContext): Promise<void> {
  for (let attempt = 0; attempt < LOG_RETRY.attempts; attempt++) {
    if (library.store.checkpointLog()) return;
    signal.throwIfAborted();
    await sleep(LOG_RETRY.pauseMs);
  }
  throw new ServiceError(
    'storage_unavailable',
    'Another process keeps reading the library, so its log cannot be emptied. Run the command again later',
  );
}
