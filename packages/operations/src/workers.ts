import { Piscina } from 'piscina';

/** Tasks that may wait for one worker, each with the text it works on. */
const MAX_WAITING = 64;

export interface WorkerRun {
  /** The module whose default export is run, as built. */
  readonly module: URL;
  readonly task: unknown;
  /** Time the work itself may take; waiting for its turn is not counted. */
  readonly deadlineMs: number;
}

/** One worker thread and the tasks that wait for it, in order. It starts with its first task and ends when idle. */
export class WorkerThread {
  /** Without the flags of this process: whatever it loads modules with, workers run what was built. */
  readonly #pool = new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: 30_000, execArgv: [] });
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** Answers `late` when the work is not done by its deadline (the worker is then ended), or too many tasks wait. */
  async run<Result, Late>({ module, task, deadlineMs }: WorkerRun, late: Late): Promise<Result | Late> {
    if (this.#waiting >= MAX_WAITING) return late;
    this.#waiting++;
    const turn = this.#last.then(async () => {
      const signal = AbortSignal.timeout(deadlineMs);
      try {
        return (await this.#pool.run(task, { filename: module.href, signal })) as Result;
      } catch (error) {
        if (signal.aborted) return late;
        throw error;
      }
    });
    this.#last = turn.catch(() => {}).finally(() => this.#waiting--);
    return turn;
  }
}

/** Each kind of long work has a thread of its own: a slow search keeps no note from being saved. */
export const searching = new WorkerThread();
export const parsing = new WorkerThread();
export const graphing = new WorkerThread();
export const reporting = new WorkerThread();
