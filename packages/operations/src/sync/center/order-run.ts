import type { JobRow, Reader, UnfinishedJob } from '@notes/storage';
import type { CallContext } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';

export const SYNC = { kind: 'sync', parameters: {} } as const;

/** Returns the oldest waiting or running sync job. */
export const runUnderWay = ({ jobs }: Pick<Reader, 'jobs'>): UnfinishedJob | undefined =>
  jobs.unfinished().find(({ kind }) => kind === SYNC.kind);

/** Returns the running sync job. */
export const runningSync = ({ jobs }: Pick<Reader, 'jobs'>): UnfinishedJob | undefined =>
  jobs.unfinished().find(({ kind, state }) => kind === SYNC.kind && state === 'running');

/** Returns the end of the last successful exchange; null before the first. A verification does not count. */
export const lastSyncAt = ({ jobs }: Pick<Reader, 'jobs'>): number | null => jobs.lastSuccess(SYNC.kind, 'verify');

/** Returns the newest sync job. */
export const lastRun = ({ jobs }: Pick<Reader, 'jobs'>, at: number): JobRow | undefined =>
  jobs.list({ kind: SYNC.kind, limit: 1, at })[0];

/**
 * Orders an exchange of the service. Returns the id of the waiting or running job, of a failed job that is resumed, or
 * of a new one.
 */
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
