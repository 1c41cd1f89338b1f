/** Queue of tasks that run one after the other, each with a deadline. */
export class Turns {
  readonly #deadlineMs: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** Runs `work` in turn. After the deadline, calls `end` and resolves with undefined. */
  take<T>(work: () => T | Promise<T>, end: () => void): Promise<T | undefined> {
    const done = this.#last.then(() => this.#inTime(work, end));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #inTime<T>(work: () => T | Promise<T>, end: () => void): Promise<T | undefined> {
    let timer: number | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        end();
        resolve(undefined);
      }, this.#deadlineMs);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
