import { Piscina } from 'piscina';

const pool = new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: 30_000, maxQueue: 64 });

/** Runs the default export of a module in a worker thread; past the deadline the worker is ended and `late` answered. */
export async function runInWorker<Result, Late>(
  module: URL,
  task: unknown,
  deadlineMs: number,
  late: Late,
): Promise<Result | Late> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    return (await pool.run(task, { filename: module.href, signal })) as Result;
  } catch (error) {
    if (signal.aborted) return late;
    throw error;
  }
}
