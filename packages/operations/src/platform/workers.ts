import { existsSync } from 'node:fs';
import type { Piscina } from 'piscina';
import { createLoader } from './create-loader.js';
import { MissingFileError } from './service-error.js';

/** Maximum tasks that wait for one worker, each with its text. */
const MAX_WAITING = 64;

export interface WorkerRun {
  /** URL of the built module whose default export is run. */
  readonly module: URL;
  /** Input of the module. A function creates the input when the task starts, so that waiting tasks hold no text. */
  readonly task: unknown;
  /** Memory that is transferred to the worker with the task instead of being copied, and is not returned. */
  readonly transfer?: readonly ArrayBuffer[];
  /**
   * Time limit of the work in milliseconds; none by default. Waiting for a turn does not count. The limit is reached
   * when both the clock and the processor time of this process have passed it, so a busy machine ends nothing early.
   */
  readonly deadlineMs?: number;
  /** Fires when the result is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

/** Work that seems to get no processor time is ended after this many times its deadline by the clock. */
const MAX_DEADLINE_FACTOR = 10;

/** One worker thread and its queue of tasks, in order. The thread starts with its first task and ends when idle. */
export class WorkerThread {
  readonly #loadPool = createLoader(startPool);
  /** Functions that start the waiting tasks, in order. A task that is no longer needed leaves the queue at once. */
  readonly #waiting = new Set<() => void>();
  #isBusy = false;

  /**
   * Returns `late` when the work misses its deadline or the result is no longer needed (in both cases the worker is
   * ended and a waiting task never starts), or when too many tasks wait.
   */
  async run<Result, Late>(run: WorkerRun, late: Late): Promise<Result | Late> {
    const { signal } = run;
    if (signal?.aborted || this.#waiting.size + Number(this.#isBusy) >= MAX_WAITING) return late;
    if (!(await this.#waitForTurn(signal))) return late;
    try {
      return await this.#work<Result, Late>(run, late);
    } finally {
      this.#endTurn();
    }
  }

  /** Resolves to true when the task may start, and to false once it is no longer needed. */
  #waitForTurn(signal: AbortSignal | undefined): Promise<boolean> {
    if (!this.#isBusy) {
      this.#isBusy = true;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.delete(start);
        resolve(false);
      };
      const start = () => {
        this.#waiting.delete(start);
        signal?.removeEventListener('abort', leave);
        resolve(true);
      };
      this.#waiting.add(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #endTurn(): void {
    const [startNext] = this.#waiting;
    if (startNext === undefined) this.#isBusy = false;
    else startNext();
  }

  async #work<Result, Late>(
    { module, task, transfer, deadlineMs, signal }: WorkerRun,
    late: Late,
  ): Promise<Result | Late> {
    const pool = await this.#loadPool();
    if (signal?.aborted) return late;
    // Not AbortSignal.any: Node 20 may garbage-collect its source signals, and then it never fires.
    const ending = new AbortController();
    const end = () => ending.abort();
    const forget = deadlineMs === undefined ? undefined : callAfterWork(deadlineMs, end);
    signal?.addEventListener('abort', end, { once: true });
    try {
      const given: unknown = typeof task === 'function' ? task() : task;
      const options = {
        filename: module.href,
        signal: ending.signal,
        ...(transfer && { transferList: [...transfer] }),
      };
      return (await pool.run(given, options)) as Result;
    } catch (error) {
      if (ending.signal.aborted) return late;
      throw isMissing(module, error) ? new MissingFileError(error) : error;
    } finally {
      forget?.();
      signal?.removeEventListener('abort', end);
    }
  }
}

/** Returns true for the error of a thread that did not find its module. Errors lose their code between threads. */
const isMissing = (module: URL, error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Cannot find module') && !existsSync(module);

/**
 * Starts the pool without the flags of this process: workers run the built modules, whatever loader this process uses.
 */
async function startPool(): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  return new Pool({ minThreads: 0, maxThreads: 1, idleTimeout: 30_000, execArgv: [] });
}

/**
 * Calls `then` once this process has worked for `ms` milliseconds from now. Returns a function that cancels the call.
 */
function callAfterWork(ms: number, then: () => void): () => void {
  const started = performance.now();
  const since = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(since);
    const left = Math.min(ms - (user + system) / 1_000, ms * MAX_DEADLINE_FACTOR - (performance.now() - started));
    if (left > 0) timer = setTimeout(look, left);
    else then();
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}

/** Threads by kind of long work: a slow search does not keep a note from being saved. */
export const searchWorker = new WorkerThread();
export const editWorker = new WorkerThread();
export const parseWorker = new WorkerThread();
export const graphWorker = new WorkerThread();
export const reportWorker = new WorkerThread();
export const maintenanceWorker = new WorkerThread();
export const backupWorker = new WorkerThread();
/** Thread that encrypts data for other devices and decrypts data from them. */
export const encryptionWorker = new WorkerThread();
/** Thread that reads archives being restored. */
export const archiveWorker = new WorkerThread();
