import { JOB_SILENCE_MS, type UnfinishedJob } from '@notes/storage';

/**
 * Tells which running jobs fell silent, by how long this process has seen no sign of life: their own times are of clocks
 * that may have been set, and one jump of a clock must not end every job.
 */
export class SilenceWatch {
  #seen = new Map<string, { readonly heartbeatAt: number | null; readonly since: number }>();

  /**
   * @param running Every running job, each time.
   * @param now Milliseconds of a clock that nobody sets.
   */
  silent(running: readonly UnfinishedJob[], now: number): UnfinishedJob[] {
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
