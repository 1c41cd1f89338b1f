import { setTimeout as wait } from 'node:timers/promises';
import type { TableWorkOptions } from './table-work.js';

/** Milliseconds without a removal after which the texts of removed notes are erased, so that many are erased at once. */
const IDLE_MS = 5_000;
/** Milliseconds after the first removal when they are erased in any case. */
const MAX_WAIT_MS = 30_000;
/** Pause before an erasure, as a multiple of the time of the last one: a large index takes long to rewrite. */
const PAUSE_RATIO = 10;
/** Milliseconds for which replaced versions of the table are kept, since what reads it may still need them. */
const KEEP_VERSIONS_MS = 5_000;

export interface ErasureOptions extends TableWorkOptions {
  /** Erases what the channels have of removed notes. */
  readonly eraseChannels: (removed: readonly string[]) => Promise<void>;
}

/**
 * Removes the texts of removed notes from all files, soon after the removal. The rows of removed notes are in the table
 * until then, so that an erasure that was interrupted is repeated after the next start.
 */
export class Erasure {
  readonly #options: ErasureOptions;
  readonly #stopping = new AbortController();
  #removals = 0;
  #erased = 0;
  /** Time of the first removal that is not erased, in milliseconds of the monotonic clock. */
  #since: number | undefined;
  #lastMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(options: ErasureOptions) {
    this.#options = options;
  }

  /** Plans an erasure after the removal of notes. */
  noteRemovals(): void {
    this.#removals += 1;
    this.#plan(Math.min(MAX_WAIT_MS, Math.max(IDLE_MS, this.#lastMs * PAUSE_RATIO)));
  }

  /** Prevents further work. A step that runs is in the queue of writes, or in that of a channel. */
  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  #plan(pauseMs: number): void {
    if (this.#isRunning || this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    this.#since ??= now;
    const delayMs = Math.max(0, Math.min(pauseMs, this.#since + MAX_WAIT_MS - now));
    this.#timer = setTimeout(() => void this.#run(), delayMs).unref();
  }

  async #run(): Promise<void> {
    const { log } = this.#options;
    const { signal } = this.#stopping;
    this.#isRunning = true;
    this.#since = undefined;
    let pauseMs = IDLE_MS;
    try {
      await this.#erase();
    } catch (error) {
      if (!signal.aborted) log('The texts of removed notes could not be erased. They are erased later', error);
      pauseMs = MAX_WAIT_MS;
    }
    this.#isRunning = false;
    if (this.#erased < this.#removals) this.#plan(Math.max(pauseMs, this.#lastMs));
  }

  async #erase(): Promise<void> {
    const { table, eraseChannels, sync } = this.#options;
    const { signal } = this.#stopping;
    const removals = this.#removals;
    const begun = performance.now();
    await eraseChannels(await table.listRemoved());
    await this.#write(() => table.rewrite());
    const rewrittenAt = new Date();
    this.#lastMs = performance.now() - begun;
    await wait(KEEP_VERSIONS_MS, undefined, { signal, ref: false });
    await this.#write(async () => {
      await table.prune(rewrittenAt);
      // Notes that were removed meanwhile need their rows for the next erasure.
      if (removals === this.#removals) await table.deleteRemoved();
      await sync();
    });
    this.#erased = removals;
  }

  #write(task: () => Promise<void>): Promise<void> {
    return this.#options.writes.run(async () => {
      this.#stopping.signal.throwIfAborted();
      await task();
    });
  }
}
