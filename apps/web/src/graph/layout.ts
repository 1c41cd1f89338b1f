import { startWorker } from '../app/worker.js';
import layoutWorker from './layout.worker.js?worker&url';
import type { Scene } from './scene.js';
import type { Positions } from './view.js';

/** Lays a scene out beside the page, telling positions as they become better. Gives what stops it. */
export function startLayout({ nodes, edges }: Scene, onPositions: (positions: Positions) => void): () => void {
  const worker = startWorker(layoutWorker);
  worker.addEventListener('message', ({ data }: MessageEvent<Positions>) => onPositions(data));
  worker.postMessage({ count: nodes.length, edges });
  return () => worker.terminate();
}
