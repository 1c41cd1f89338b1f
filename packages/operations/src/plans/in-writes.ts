import type { UnitOfWork } from '@notes/storage';
import type { JobRun } from '../jobs/job-run.js';

/** One write holds the library for about this long at most, so that others' writes come in between. */
export const SLICE_MS = 40;

/** Does something to each of a number of things, in as many writes as the time for one asks for. */
export async function inWrites<Thing>(
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
