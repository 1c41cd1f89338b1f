import { Piscina } from 'piscina';

/** Tasks that may wait for the one worker, each with the text it works on. */
const MAX_WAITING = 64;

/** Without the flags of this process: whatever it loads modules with, workers run what was built. */
const pool = new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: 30_000, execArgv: [] });

/**
 * Runs the default export of a module in a worker thread. Answers `late` when it is not done by the deadline (the
 * worker is then ended), or when too many tasks wait already.
 */
export async function runInWorker<Result, Late>(
  module: URL,
  task: unknown,
  deadlineMs: number,
  late: Late,
): Promise<Result | Late> {
  if (pool.queueSize >= MAX_WAITING) return late;
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    return (await pool.run(task, { filename: module.href, signal })) as Result;
  } catch (error) {
    if (signal.aborted) return late;
    throw error;
  }
}
