import { setTimeout as sleep } from 'node:timers/promises';
import { findLockHolder } from '@notes/storage';
import { isDue, JobKeeper, type JobKeeperOptions } from './keeper.js';

const POLL_INTERVAL_MS = 50;

/**
 * Runs the sync jobs that one session queued, while no service has the library open: a service would run them itself.
 * Processes that share a library never run a job twice.
 */
export class SessionJobs {
  readonly #library: JobKeeperOptions['library'];
  readonly #keeper: JobKeeper;
  readonly #own = new Set<string>();

  constructor(options: Omit<JobKeeperOptions, 'accepts'>) {
    this.#library = options.library;
    this.#keeper = new JobKeeper({ ...options, accepts: ({ id }) => this.#own.has(id) && !this.#isServed() });
  }

  /** Adds a job that the session queued. */
  add(id: string): void {
    this.#own.add(id);
  }

  /**
   * Lets the jobs of the session end, then stops a job that still runs at its next checkpoint. An unfinished job
   * returns to the queue, for the next service or command to run.
   *
   * @param limitMs - longest wait for jobs to end, and again for a checkpoint, in milliseconds
   * @param signal - ends the first wait
   */
  async finish(limitMs: number, signal: AbortSignal): Promise<void> {
    const limit = performance.now() + limitMs;
    while (!signal.aborted && performance.now() < limit && this.#isAwaited()) await sleep(POLL_INTERVAL_MS);
    await this.#keeper.stop(limitMs);
  }

  /**
   * True while a job of the session runs here or is about to run. A job that waits for a later attempt does not count.
   */
  #isAwaited(): boolean {
    if (this.#own.size === 0) return false;
    if (this.#keeper.isRunning) return true;
    const unfinished = this.#library.store.read(({ jobs }) => jobs.listUnfinished());
    return unfinished.some((job) => this.#own.has(job.id) && job.state === 'queued' && isDue(job)) && !this.#isServed();
  }

  /** True while a service has the library open. An unreadable lock counts as a service's lock. */
  #isServed(): boolean {
    try {
      return findLockHolder(this.#library.store.paths.lock) !== undefined;
    } catch {
      return true;
    }
  }
}
