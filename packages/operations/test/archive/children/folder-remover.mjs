// Removes a folder when it is empty, until it is ended: after each time it lets others go on, as a prune does that ends.
import { rmdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const pause = new Int32Array(new SharedArrayBuffer(4));
parentPort.postMessage('begun');
for (;;) {
  try {
    rmdirSync(workerData);
    Atomics.wait(pause, 0, 0, 1);
  } catch {}
}
