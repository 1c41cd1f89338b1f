import type { JobRow, Store, UnitOfWork } from '@notes/storage';
import type { CallContext } from '../context.js';
import { type Turn, turnFor } from './kinds.js';

/**
 * Runs work on a job exclusively among the kinds that share its turn. The holder of the lock knows that the process of
 * every other such job stored as running is dead, and first stores these jobs as interrupted.
 *
 * @param options.waitMs Longest wait of this thread for the lock, in milliseconds.
 * @throws StorageError `locked`, naming the running job and its process
 */
export async function runInTurn<T>(
  { library, now }: Pick<CallContext, 'library' | 'now'>,
  { id, kind }: Pick<JobRow, 'id' | 'kind'>,
  work: () => Promise<T>,
  options?: Parameters<Store['lockMaintenance']>[1],
): Promise<T> {
  const turn = turnFor(kind);
  if (turn === undefined) return work();
  const since = new Date(now()).toISOString();
  const holder = `${kind} ${id} of process ${process.pid} (profile ${library.profile}, since ${since})`;
  const { store } = library;
  const lock = turn === 'sync' ? store.lockSync(holder, options) : store.lockMaintenance(holder, options);
  try {
    await store.write((unit) => interruptDeadJobs(unit, turn));
    return await work();
  } finally {
    lock.release();
  }
}

function interruptDeadJobs({ jobs }: UnitOfWork, turn: Turn): void {
  for (const { id, kind, state, heartbeatAt } of jobs.listUnfinished())
    if (state === 'running' && turnFor(kind) === turn && heartbeatAt !== null) jobs.interrupt(id, heartbeatAt);
}
