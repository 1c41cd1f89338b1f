import type { Random } from './random.js';

/**
 * Lets tasks that wait for one another's stores and carriers take turns in an order that follows from the seed. A task
 * asks for its turn before each call; when all of them wait, one goes on. Tasks do one thing at a time.
 */
export class Scheduler {
  readonly #random: Random;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** To be awaited by a task before it touches anything others touch. Outside of `run` it passes at once. */
  turn(): Promise<void> | undefined {
    if (this.#running === 0) return undefined;
    return new Promise<void>((resume) => {
      this.#waiting.push(resume);
      this.#running -= 1;
      this.#next();
    });
  }

  /** Runs tasks to their end. What one throws is thrown when all have ended. */
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
