// Removes a folder whenever it is empty, until the process is ended. It pauses after each removal, as a prune that
// ends.
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
