import { randomBytes } from 'node:crypto';
import type { JobRow, JobState, UnitOfWork } from '@notes/storage';
import type { CallContext } from '../context.js';
import { newId } from '../ids.js';
import type { HeldJob } from './job-run.js';

/** The states a job can go on from. */
export const RESUMABLE: ReadonlySet<JobState> = new Set(['failed', 'cancelled', 'interrupted']);

/** Takes up the job made last for the same work where it stopped, or a new one when that one ended well or runs. */
export function startJob({ library, now }: CallContext, kind: string, parameters: unknown): Promise<HeldJob> {
  return library.store.write((unit) => {
    const at = now();
    const last = unit.jobs.newestOf(kind, parameters, at);
    const id = last !== undefined && goesOn(unit, last) ? last.id : newId('job');
    if (id !== last?.id) unit.jobs.insert({ id, kind, parameters }, at);
    return claim(unit, id, at) as HeldJob;
  });
}

/** Puts a job that stopped back in the queue; false for one that ended well or runs. */
function goesOn({ jobs }: UnitOfWork, { id, state }: JobRow): boolean {
  if (RESUMABLE.has(state)) jobs.requeue(id, { fromStart: false });
  return state === 'queued' || RESUMABLE.has(state);
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
