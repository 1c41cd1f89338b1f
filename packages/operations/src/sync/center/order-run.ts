import type { JobRow, Reader, UnfinishedJob } from '@notes/storage';
import type { CallContext } from '../../context.js';
import { newId } from '../../ids.js';

export const SYNC = { kind: 'sync', parameters: {} } as const;

/** The sync job that waits or runs, the one made first. */
export const runUnderWay = ({ jobs }: Pick<Reader, 'jobs'>): UnfinishedJob | undefined =>
  jobs.unfinished().find(({ kind }) => kind === SYNC.kind);

/** The sync job that runs. */
export const runningSync = ({ jobs }: Pick<Reader, 'jobs'>): UnfinishedJob | undefined =>
  jobs.unfinished().find(({ kind, state }) => kind === SYNC.kind && state === 'running');

/** When the last exchange ended that succeeded; null before the first. One that only read back is none. */
export const lastSyncAt = ({ jobs }: Pick<Reader, 'jobs'>): number | null => jobs.lastSuccess(SYNC.kind, 'verify');

/** The sync job that was made last. */
export const lastRun = ({ jobs }: Pick<Reader, 'jobs'>, at: number): JobRow | undefined =>
  jobs.list({ kind: SYNC.kind, limit: 1, at })[0];

/** Has the service exchange: answers the job that waits or runs, one that failed and is to go on, or a new one. */
export function orderRun({ library, now }: Pick<CallContext, 'library' | 'now'>): Promise<string> {
  return library.store.write((unit) => {
    const { jobs } = unit;
    const under = runUnderWay(unit);
    if (under !== undefined) return under.id;
    const last = jobs.newestOf(SYNC.kind, SYNC.parameters, now());
    if (last === undefined || last.state === 'succeeded') {
      const id = newId('job');
      jobs.insert({ id, ...SYNC }, now());
      return id;
    }
    jobs.requeue(last.id, { fromStart: true });
    return last.id;
  });
}
