import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@notes/contract';
import type { Library } from '../context.js';
import type { JobRun } from '../jobs/job-run.js';

/** Pages of the index merged in one write: some 20 ms, three times that on a busy machine. */
const PAGES = 50;
const FOLD = { attempts: 100, pauseMs: 100 } as const;

/** A job, or whoever else does its work. */
export type Scrubbing = Pick<JobRun, 'signal' | 'write'> & { readonly library: Pick<Library, 'store'> };

/** What the last write said that deleted a text; undefined when nothing is owed. */
export const owedScrub = ({ store }: Pick<Library, 'store'>) => store.read(({ meta }) => meta.get('scrub_owed'));

/**
 * Removes what deleted texts have left behind: their words in the full-text index, and themselves in the write-ahead log.
 * Where SQLite frees space it is overwritten already.
 *
 * @throws ServiceError `storage_unavailable` when another process reads on and on, so that the log is needed
 */
export async function scrub(scrubbing: Scrubbing): Promise<void> {
  const owed = owedScrub(scrubbing.library);
  for (let isFirst = true, hasMore = true; hasMore; isFirst = false) {
    scrubbing.signal.throwIfAborted();
    hasMore = await scrubbing.write(({ searchIndex }) => searchIndex.merge(PAGES, isFirst));
  }
  await foldLog(scrubbing);
  if (owed === undefined) return;
  // What was deleted meanwhile is owed still.
  await scrubbing.write(({ meta }) => {
    if (meta.get('scrub_owed') === owed) meta.remove('scrub_owed');
  });
}

/** Does what is owed, as far as no other process keeps it from that; the rest is owed still. */
export async function scrubOwed(library: Scrubbing['library'], signal: AbortSignal): Promise<void> {
  if (owedScrub(library) === undefined) return;
  try {
    await scrub({ library, signal, write: (work) => library.store.write(work) });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'storage_unavailable') throw error;
  }
}

async function foldLog({ library, signal }: Scrubbing): Promise<void> {
  for (let attempt = 0; attempt < FOLD.attempts; attempt++) {
    if (library.store.foldLog()) return;
    signal.throwIfAborted();
    await sleep(FOLD.pauseMs);
  }
  throw new ServiceError(
    'storage_unavailable',
    'another process keeps the log of the library in use: run it again later',
  );
}
