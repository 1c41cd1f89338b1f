import { startWorker } from '../kernel/worker.js';
import layoutWorker from './layout.worker.js?worker&url';
import type { Scene } from './scene.js';
import type { Positions } from './view.js';

/** Lays out a scene in a worker, and reports positions as they improve. Returns a function that stops it. */
export function startLayout({ nodes, edges }: Scene, onPositions: (positions: Positions) => void): () => void {
  const worker = startWorker(layoutWorker);
  worker.addEventListener('message', ({ data }: MessageEvent<Positions>) => onPositions(data));
  worker.postMessage({ count: nodes.length, edges });
  return () => worker.terminate();
}
