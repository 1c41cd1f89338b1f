import type { Library } from '../../platform/context.js';
import { FaultThrottle } from '../../platform/jobs/fault-throttle.js';
import { readPendingScrub } from './scrub.js';

export interface ScrubberOptions {
  readonly library: Library;
  /** Called with an error that prevents scrubbing, once a minute while the error persists. */
  readonly onError: (error: unknown) => void;
}

const POLL_INTERVAL_MS = 1_000;
const TASK = new URL('../../../dist/upkeep/maintenance/scrub-task.js', import.meta.url);

/**
 * Scrubs a served library after purges: on another thread, once for purges in quick succession. Each purge stores that
 * a scrub is pending, so that the scrub also runs after a crash.
 */
export class Scrubber {
  readonly #options: ScrubberOptions;
  readonly #faults = new FaultThrottle();
  readonly #timer: NodeJS.Timeout;
  readonly #ending = new AbortController();
  #seen: string | undefined;
  #running: Promise<void> | undefined;

  constructor(options: ScrubberOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), POLL_INTERVAL_MS).unref();
  }

  /** Runs a pending scrub within the time limit; the rest runs at the next start. */
  async stop(limitMs: number): Promise<void> {
    clearInterval(this.#timer);
    const limit = setTimeout(() => this.#ending.abort(), limitMs);
    await this.#running;
    await this.#tryScrub();
    clearTimeout(limit);
  }

  #look(): void {
    if (this.#running !== undefined) return;
    const owed = this.#readPending();
    // Another purge may follow: a mark that is new at this look waits for the next look.
    if (owed !== undefined && owed === this.#seen)
      this.#running = this.#tryScrub().finally(() => {
        this.#running = undefined;
      });
    this.#seen = owed;
  }

  #readPending(): string | undefined {
    try {
      return readPendingScrub(this.#options.library);
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  async #tryScrub(): Promise<void> {
    if (this.#readPending() === undefined) return;
    const { dataDir } = this.#options.library.store.paths;
    try {
      const { maintenanceWorker } = await import('../../platform/workers.js');
      await maintenanceWorker.run({ module: TASK, task: { dataDir }, signal: this.#ending.signal }, undefined);
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    if (this.#faults.shouldReport(error, performance.now())) this.#options.onError(error);
  }
}
