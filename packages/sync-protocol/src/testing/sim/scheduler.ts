import type { Random } from './random.js';

/**
 * Interleaves concurrent tasks in an order derived from the seed. A task requests its turn before each call; when all
 * tasks wait, one of them continues. A task does one thing at a time.
 */
export class Scheduler {
  readonly #random: Random;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Waits for the turn of a task; to be awaited before access to shared state. Outside of `run` it returns at once. */
  turn(): Promise<void> | undefined {
    if (this.#running === 0) return undefined;
    return new Promise<void>((resume) => {
      this.#waiting.push(resume);
      this.#running -= 1;
      this.#next();
    });
  }

  /** Runs tasks to completion. An error of a task is thrown when all have ended. */
  async run(tasks: readonly (() => Promise<void>)[]): Promise<void> {
    this.#running = tasks.length;
    const ended = await Promise.allSettled(
      tasks.map(async (task) => {
        try {
          await task();
        } finally {
          this.#running -= 1;
          this.#next();
        }
      }),
    );
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  }

  #next(): void {
    if (this.#running > 0 || this.#waiting.length === 0) return;
    const [resume] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1);
    this.#running = 1;
    resume?.();
  }
}
