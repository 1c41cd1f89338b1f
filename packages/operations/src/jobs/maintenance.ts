import type { JobRow, Store, UnitOfWork } from '@notes/storage';
import type { CallContext } from '../context.js';
import { type Turn, turnOf } from './kinds.js';

/**
 * Runs work on a job, alone among those whose kind takes turns with its. Whoever is alone knows of every such job that
 * is stored as running that its process is dead, and stores it as interrupted first.
 *
 * @param options.waitMs How long this thread may wait for the lock.
 * @throws StorageError `locked`, naming the job that is under way and its process
 */
export async function inTurn<T>(
  { library, now }: Pick<CallContext, 'library' | 'now'>,
  { id, kind }: Pick<JobRow, 'id' | 'kind'>,
  work: () => Promise<T>,
  options?: Parameters<Store['lockMaintenance']>[1],
): Promise<T> {
  const turn = turnOf(kind);
  if (turn === undefined) return work();
  const since = new Date(now()).toISOString();
  const holder = `${kind} ${id} of process ${process.pid} (profile ${library.profile}, since ${since})`;
  const { store } = library;
  const lock = turn === 'sync' ? store.lockSync(holder, options) : store.lockMaintenance(holder, options);
  try {
    await store.write((unit) => interruptDead(unit, turn));
    return await work();
  } finally {
    lock.release();
  }
}

function interruptDead({ jobs }: UnitOfWork, turn: Turn): void {
  for (const { id, kind, state, heartbeatAt } of jobs.unfinished())
    if (state === 'running' && turnOf(kind) === turn && heartbeatAt !== null) jobs.interrupt(id, heartbeatAt);
}
