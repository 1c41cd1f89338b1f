import { setImmediate as breathe } from 'node:timers/promises';

/** Other work waits no longer than this and one step. */
const SLICE_MS = 20;

/** Lets other work in between the steps of long work on this thread. */
export class Pacer {
  #since = performance.now();

  /** For steps so short that waiting for nothing would be felt. */
  get isDue(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** To be called after each step. */
  async step(): Promise<void> {
    if (!this.isDue) return;
    await breathe();
    this.#since = performance.now();
  }
}
