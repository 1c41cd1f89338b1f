/** Runs tasks one after another, in the order of the calls. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when all tasks have ended. */
  async drain(): Promise<void> {
    await this.#last;
  }
}
