import type { UnitOfWork } from '@notes/storage';
import type { JobRun } from '../../platform/jobs/job-run.js';

/** Longest time in milliseconds that one write blocks the writes of others. */
export const SLICE_MS = 40;

/** Processes things one by one, in as many writes as the time limit of a write requires. */
export async function runInWrites<Thing>(
  job: JobRun,
  things: readonly Thing[],
  work: (unit: UnitOfWork, thing: Thing) => void,
): Promise<void> {
  let done = 0;
  while (done < things.length) {
    job.signal.throwIfAborted();
    done = await job.write((unit) => {
      const start = performance.now();
      let next = done;
      while (next < things.length && performance.now() - start < SLICE_MS) work(unit, things[next++] as Thing);
      return next;
    });
  }
}
