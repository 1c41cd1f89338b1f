/** Queue of tasks that run one after the other, each with a deadline. */
export class WorkQueue {
  readonly #deadlineMs: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** Runs a task after all earlier ones. After the deadline, calls `cancel` and resolves with undefined. */
  run<T>(task: () => T | Promise<T>, cancel: () => void): Promise<T | undefined> {
    const done = this.#last.then(() => this.#inTime(task, cancel));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #inTime<T>(task: () => T | Promise<T>, cancel: () => void): Promise<T | undefined> {
    let timer: number | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        cancel();
        resolve(undefined);
      }, this.#deadlineMs);
    });
    try {
      return await Promise.race([task(), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
