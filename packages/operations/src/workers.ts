import type { Piscina } from 'piscina';

/** Tasks that may wait for one worker, each with the text it works on. */
const MAX_WAITING = 64;

export interface WorkerRun {
  /** The module whose default export is run, as built. */
  readonly module: URL;
  /** What the module is given; a function makes it at its turn, so that what waits holds no text. */
  readonly task: unknown;
  /** Memory that goes over to the worker with the task, and comes not back, instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
  /**
   * Time the work itself may take, without end unless given; waiting for its turn is not counted. It is over when the
   * clock and the processor time of this process both passed it, so a busy machine ends nothing early.
   */
  readonly deadlineMs?: number;
  /** Fires when nobody wants the result any more. */
  readonly signal?: AbortSignal | undefined;
}

/** By the clock, work that seems to have no processor time is waited for this many times its deadline. */
const MOST_DEADLINES = 10;

/** One worker thread and the tasks that wait for it, in order. It starts with its first task and ends when idle. */
export class WorkerThread {
  #pool: Promise<Piscina> | undefined;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Answers `late` when the work is not done by its deadline, nobody wants it any more (the worker is then ended, and
   * what still waits is never begun), or too many tasks wait.
   */
  async run<Result, Late>(run: WorkerRun, late: Late): Promise<Result | Late> {
    const { signal } = run;
    if (signal?.aborted || this.#waiting >= MAX_WAITING) return late;
    this.#waiting++;
    const turn = this.#last.then(() => this.#work<Result, Late>(run, late));
    this.#last = turn.catch(() => {});
    const unwanted = new Promise<Late>((resolve) => {
      signal?.addEventListener('abort', () => resolve(late), { once: true });
    });
    return Promise.race([turn, unwanted]).finally(() => this.#waiting--);
  }

  async #work<Result, Late>(
    { module, task, transfer, deadlineMs, signal }: WorkerRun,
    late: Late,
  ): Promise<Result | Late> {
    this.#pool ??= startPool();
    const pool = await this.#pool;
    if (signal?.aborted) return late;
    // Not AbortSignal.any: Node 20 may collect what it is made of as garbage, and then it never fires.
    const ending = new AbortController();
    const end = () => ending.abort();
    const forget = deadlineMs === undefined ? undefined : afterWork(deadlineMs, end);
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
      throw error;
    } finally {
      forget?.();
      signal?.removeEventListener('abort', end);
    }
  }
}

/** Without the flags of this process: whatever it loads modules with, workers run what was built. */
async function startPool(): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  return new Pool({ minThreads: 0, maxThreads: 1, idleTimeout: 30_000, execArgv: [] });
}

/** Calls `then` once this process has worked for so long since now; what is returned takes that back. */
function afterWork(ms: number, then: () => void): () => void {
  const started = performance.now();
  const since = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(since);
    const left = Math.min(ms - (user + system) / 1_000, ms * MOST_DEADLINES - (performance.now() - started));
    if (left > 0) timer = setTimeout(look, left);
    else then();
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}

/** Each kind of long work has a thread of its own: a slow search keeps no note from being saved. */
export const searching = new WorkerThread();
export const editing = new WorkerThread();
export const parsing = new WorkerThread();
export const graphing = new WorkerThread();
export const reporting = new WorkerThread();
export const tending = new WorkerThread();
export const backingUp = new WorkerThread();
/** What is sealed for other devices, and what comes from them. */
export const sealing = new WorkerThread();
/** Of archives that are being restored. */
export const reading = new WorkerThread();
