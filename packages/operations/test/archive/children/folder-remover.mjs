// Removes a folder whenever it is empty, until it is ended.
import { rmdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

parentPort.postMessage('begun');
for (;;) {
  try {
    rmdirSync(workerData);
  } catch {}
}
