import { setImmediate as breathe } from 'node:timers/promises';

/** Longest delay of other work, in milliseconds, plus one step. */
const SLICE_MS = 20;

/** Yields to other work between the steps of long work on this thread. */
export class Pacer {
  #since = performance.now();

  /** True when a yield is due, for steps so short that awaiting each would cost noticeable time. */
  get isDue(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** Yields when due. Call it after each step. */
  async step(): Promise<void> {
    if (!this.isDue) return;
    await breathe();
    this.#since = performance.now();
  }
}
