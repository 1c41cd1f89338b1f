import type { JobRow, Reader, UnfinishedJob } from '@notes/storage';
import type { CallContext } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';

export const SYNC_JOB = { kind: 'sync', parameters: {} } as const;

/** Returns the oldest waiting or running sync job. */
export const findUnfinishedSync = ({ jobs }: Pick<Reader, 'jobs'>): UnfinishedJob | undefined =>
  jobs.listUnfinished().find(({ kind }) => kind === SYNC_JOB.kind);

/** Returns the running sync job. */
export const findRunningSync = ({ jobs }: Pick<Reader, 'jobs'>): UnfinishedJob | undefined =>
  jobs.listUnfinished().find(({ kind, state }) => kind === SYNC_JOB.kind && state === 'running');

/** Returns the end of the last successful exchange; null before the first. A verification does not count. */
export const getLastSyncAt = ({ jobs }: Pick<Reader, 'jobs'>): number | null =>
  jobs.lastSuccess(SYNC_JOB.kind, 'verify');

/** Returns the newest sync job. */
export const findLastSync = ({ jobs }: Pick<Reader, 'jobs'>, at: number): JobRow | undefined =>
  jobs.list({ kind: SYNC_JOB.kind, limit: 1, at })[0];

/**
 * Orders an exchange of the service. Returns the id of the waiting or running job, of a failed job that is resumed, or
 * of a new one.
 */
export function orderSync({ library, now }: Pick<CallContext, 'library' | 'now'>): Promise<string> {
  return library.store.write((unit) => {
    const { jobs } = unit;
    const under = findUnfinishedSync(unit);
    if (under !== undefined) return under.id;
    const last = jobs.findNewest(SYNC_JOB.kind, SYNC_JOB.parameters, now());
    if (last === undefined || last.state === 'succeeded') {
      const id = newId('job');
      jobs.insert({ id, ...SYNC_JOB }, now());
      return id;
    }
    jobs.requeue(last.id, { fromStart: true });
    return last.id;
  });
}
