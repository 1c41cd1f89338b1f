import { randomBytes } from 'node:crypto';
import type { JobRow, JobState, UnitOfWork } from '@notes/storage';
import type { CallContext } from '../context.js';
import { newId } from '../ids.js';
import { type HeldJob, takenOver } from './job-run.js';

/** The states a job can go on from. */
export const RESUMABLE: ReadonlySet<JobState> = new Set(['failed', 'cancelled', 'interrupted']);

/** What is to be done, as it is asked for. */
export type JobOrder = Pick<JobRow, 'id' | 'kind' | 'parameters'>;

/** The job for some work: the one made last for the same, or a new one when that one ended well. */
export function jobFor({ library, now }: CallContext, work: Omit<JobOrder, 'id'>): JobOrder {
  const last = library.store.read(({ jobs }) => jobs.newestOf(work.kind, work.parameters, now()));
  return { ...work, id: last === undefined || last.state === 'succeeded' ? newId('job') : last.id };
}

/**
 * Takes up a job where it stopped, made now when it is not there.
 *
 * @throws ServiceError `conflict` when somebody else has taken it up meanwhile
 */
export async function startJob({ library, now }: CallContext, order: JobOrder): Promise<HeldJob> {
  const held = await library.store.write((unit) => {
    const at = now();
    const known = unit.jobs.get(order.id, at);
    if (known === undefined) unit.jobs.insert(order, at);
    else if (RESUMABLE.has(known.state)) unit.jobs.requeue(order.id, { fromStart: false });
    return claim(unit, order.id, at);
  });
  if (held === undefined) throw takenOver();
  return held;
}

/** Takes up a queued job; undefined when somebody else did. */
export function takeUp(
  { library, now }: Pick<CallContext, 'library' | 'now'>,
  id: string,
): Promise<HeldJob | undefined> {
  return library.store.write((unit) => claim(unit, id, now()));
}

function claim({ jobs }: UnitOfWork, id: string, at: number): HeldJob | undefined {
  const hold = { id, owner: randomBytes(16).toString('hex') };
  return jobs.claim(hold, at) ? { row: jobs.get(id, at) as JobRow, hold } : undefined;
}
