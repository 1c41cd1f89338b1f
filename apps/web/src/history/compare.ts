import { ask, startWorker } from '../kernel/worker.js';
import type { DiffAnswer, DiffRequest } from './diff-worker.js';
import workerUrl from './diff-worker.js?worker&url';

const DEADLINE_MS = 5_000;

/** Compares two texts in a worker; undefined when that takes too long. */
export function compare(request: DiffRequest, signal: AbortSignal): Promise<DiffAnswer | undefined> {
  const worker = startWorker(workerUrl);
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  return ask<DiffAnswer>(worker, request, abortSignal).finally(() => worker.terminate());
}
