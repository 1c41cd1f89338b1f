import type { Library } from '../context.js';
import { LastingFaults } from '../jobs/lasting.js';
import { owedScrub } from './scrub.js';

export interface ScrubberOptions {
  readonly library: Library;
  /** Told what keeps it from its work, once a minute while it lasts. */
  readonly onError: (error: unknown) => void;
}

const LOOK_MS = 1_000;
const TASK = new URL('../../dist/maintenance/scrub-task.js', import.meta.url);

/**
 * Removes what purges have left behind in a library that is served: on another thread, once for all that come one soon
 * after the other. That it is owed is stored with each purge, so that it is done after a crash as well.
 */
export class Scrubber {
  readonly #options: ScrubberOptions;
  readonly #faults = new LastingFaults();
  readonly #timer: NodeJS.Timeout;
  readonly #ending = new AbortController();
  #seen: string | undefined;
  #running: Promise<void> | undefined;

  constructor(options: ScrubberOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Does what is owed, as far as there is time for it; the rest is done at the next start. */
  async stop(limitMs: number): Promise<void> {
    clearInterval(this.#timer);
    const limit = setTimeout(() => this.#ending.abort(), limitMs);
    await this.#running;
    await this.#tryScrub();
    clearTimeout(limit);
  }

  #look(): void {
    if (this.#running !== undefined) return;
    const owed = this.#owed();
    // Another purge may follow: what was not there at the last look waits for the next.
    if (owed !== undefined && owed === this.#seen)
      this.#running = this.#tryScrub().finally(() => {
        this.#running = undefined;
      });
    this.#seen = owed;
  }

  #owed(): string | undefined {
    try {
      return owedScrub(this.#options.library);
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  async #tryScrub(): Promise<void> {
    if (this.#owed() === undefined) return;
    const { dataDir } = this.#options.library.store.paths;
    try {
      const { tending } = await import('../workers.js');
      await tending.run({ module: TASK, task: { dataDir }, signal: this.#ending.signal }, undefined);
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    if (this.#faults.isNews(error, performance.now())) this.#options.onError(error);
  }
}
