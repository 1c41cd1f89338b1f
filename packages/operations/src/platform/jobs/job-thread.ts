import { parentPort, workerData } from 'node:worker_threads';
import type { LoadedConfig } from '../config/index.js';
import { openLibraryOnWorkerThread } from '../library.js';
import { isUnexpected, toFault } from './fault.js';
import { type HeldJob, JobStopped } from './job-run.js';
import { loadWork } from './kinds.js';
import { runJob } from './run-job.js';

/**
 * Start data of a thread that runs one job. Any message to the thread asks it to stop at the next checkpoint. The
 * thread's only message is the `Fault` of a job that failed unexpectedly.
 */
export interface JobThreadData {
  readonly config: LoadedConfig;
  readonly serviceVersion: string;
  readonly held: HeldJob;
}

/** Runs the job of this thread. A rejection ends the thread with an error, which its keeper receives. */
async function runHeldJob({ held, ...options }: JobThreadData): Promise<void> {
  const stop = new AbortController();
  parentPort?.once('message', () => stop.abort(new JobStopped('yielded')));
  const library = openLibraryOnWorkerThread(options);
  try {
    const context = { library, origin: 'system', now: Date.now, signal: stop.signal } as const;
    const { error } = await runJob(context, held, await loadWork(held.row.kind));
    if (isUnexpected(error)) parentPort?.postMessage(toFault(error));
  } finally {
    library.store.close();
    parentPort?.close();
  }
}

void runHeldJob(workerData as JobThreadData);
