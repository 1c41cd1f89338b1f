import { setTimeout as sleep } from 'node:timers/promises';
import { type LibraryLock, StorageError } from '@notes/storage';
import type { Library } from '../../platform/context.js';

const POLL_INTERVAL_MS = 100;
/** Longest wait for a running exchange, in milliseconds. */
const MAX_WAIT_MS = 10_000;

/**
 * Runs work that gives the library an identity in a group. A running exchange holds the identity in memory and stores
 * its progress in the same file, so it has to end first.
 *
 * @throws StorageError `locked`, naming the holder, when the sync lock is not free in time
 */
export async function withSyncLock<T>(library: Library, work: () => Promise<T>): Promise<T> {
  const lock = await acquireSyncLock(library);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function acquireSyncLock({ store, profile }: Library): Promise<LibraryLock> {
  const since = performance.now();
  for (;;) {
    try {
      // Waits between the attempts instead of within one, so that this thread goes on with other work.
      return store.lockSync(`setup of sync in process ${process.pid} (profile ${profile})`, { waitMs: 0 });
    } catch (error) {
      const isTaken = error instanceof StorageError && error.reason === 'locked';
      if (!isTaken || performance.now() - since >= MAX_WAIT_MS) throw error;
    }
    await sleep(POLL_INTERVAL_MS);
  }
}
