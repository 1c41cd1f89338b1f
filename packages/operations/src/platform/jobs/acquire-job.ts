import { randomBytes } from 'node:crypto';
import type { JobRow, JobState, UnitOfWork } from '@notes/storage';
import type { CallContext } from '../context.js';
import { newId } from '../ids.js';
import { type HeldJob, takenOverError } from './job-run.js';

/** States from which a job can be resumed. */
export const RESUMABLE: ReadonlySet<JobState> = new Set(['failed', 'cancelled', 'interrupted']);

/** Description of the requested work. */
export type JobOrder = Pick<JobRow, 'id' | 'kind' | 'parameters'>;

/**
 * Returns the job for some work: the newest job for the same work, or a new job when that one succeeded or none exists.
 */
export function jobFor({ library, now }: CallContext, work: Omit<JobOrder, 'id'>): JobOrder {
  const last = library.store.read(({ jobs }) => jobs.findNewest(work.kind, work.parameters, now()));
  return { ...work, id: last === undefined || last.state === 'succeeded' ? newId('job') : last.id };
}

/**
 * Acquires a job to run from where it stopped, creating the job when missing.
 *
 * @throws ServiceError `conflict` when another runner has acquired the job meanwhile
 */
export async function startJob({ library, now }: CallContext, order: JobOrder): Promise<HeldJob> {
  const held = await library.store.write((unit) => {
    const at = now();
    const known = unit.jobs.get(order.id, at);
    if (known === undefined) unit.jobs.insert(order, at);
    else if (RESUMABLE.has(known.state)) unit.jobs.requeue(order.id, { fromStart: false });
    return claim(unit, order.id, at);
  });
  if (held === undefined) throw takenOverError();
  return held;
}

/** Acquires a queued job; undefined when another runner did. */
export function acquireJob(
  { library, now }: Pick<CallContext, 'library' | 'now'>,
  id: string,
): Promise<HeldJob | undefined> {
  return library.store.write((unit) => claim(unit, id, now()));
}

function claim({ jobs }: UnitOfWork, id: string, at: number): HeldJob | undefined {
  const hold = { id, owner: randomBytes(16).toString('hex') };
  return jobs.claim(hold, at) ? { row: jobs.get(id, at) as JobRow, hold } : undefined;
}
