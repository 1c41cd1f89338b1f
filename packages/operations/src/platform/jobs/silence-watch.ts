import { JOB_SILENCE_MS, type UnfinishedJob } from '@notes/storage';

/**
 * Detects running jobs without heartbeats, timed by this process's own clock. The times in the rows come from clocks
 * that may have been set, and one jump of a clock must not end every job.
 */
export class SilenceWatch {
  #seen = new Map<string, { readonly heartbeatAt: number | null; readonly since: number }>();

  /**
   * @param running Every running job, at each call.
   * @param now Milliseconds of a monotonic clock.
   */
  findSilent(running: readonly UnfinishedJob[], now: number): UnfinishedJob[] {
    const before = this.#seen;
    this.#seen = new Map(
      running.map(({ id, heartbeatAt }) => {
        const known = before.get(id);
        return [id, known?.heartbeatAt === heartbeatAt ? known : { heartbeatAt, since: now }];
      }),
    );
    return running.filter(({ id }) => now - (this.#seen.get(id)?.since ?? now) >= JOB_SILENCE_MS);
  }
}
