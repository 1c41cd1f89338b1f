import { startWorker } from '../app/worker.js';
import type { DiffAnswer, DiffRequest } from './diff-worker.js';
import workerUrl from './diff-worker.js?worker&url';

const DEADLINE_MS = 5_000;

/** What changed between two texts; undefined when that cannot be said in time. */
export function compare(request: DiffRequest, signal: AbortSignal): Promise<DiffAnswer | undefined> {
  const worker = startWorker(workerUrl);
  return new Promise<DiffAnswer | undefined>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<DiffAnswer>) => resolve(data);
    worker.onerror = () => resolve(undefined);
    setTimeout(() => resolve(undefined), DEADLINE_MS);
    signal.addEventListener('abort', () => resolve(undefined));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
