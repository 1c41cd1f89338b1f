import type { JobRow, Reader } from '@notes/storage';
import type { CallContext } from '../../context.js';
import { newId } from '../../ids.js';
import { RESUMABLE } from '../../jobs/take-up.js';

export const SYNC = { kind: 'sync', parameters: {} } as const;

/** The job that was made last to exchange everything there is. */
export const lastRun = ({ jobs }: Pick<Reader, 'jobs'>, at: number): JobRow | undefined =>
  jobs.newestOf(SYNC.kind, SYNC.parameters, at);

/** Has the service exchange: answers the job that waits or runs, one that failed and is to go on, or a new one. */
export function orderRun({ library, now }: Pick<CallContext, 'library' | 'now'>): Promise<string> {
  return library.store.write((unit) => {
    const at = now();
    const last = lastRun(unit, at);
    if (last === undefined || last.state === 'succeeded') {
      const id = newId('job');
      unit.jobs.insert({ id, ...SYNC }, at);
      return id;
    }
    if (RESUMABLE.has(last.state)) unit.jobs.requeue(last.id, { fromStart: true });
    return last.id;
  });
}
