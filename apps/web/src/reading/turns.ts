/** Work that is done one thing after the other, each within a time. */
export class Turns {
  readonly #deadlineMs: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** Does `work` when it is its turn. What is not done in time is ended by `end`, and undefined. */
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
