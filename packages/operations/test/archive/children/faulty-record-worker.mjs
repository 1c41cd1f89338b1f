// Runs the record thread with a fault after a number of messages: it `dies`, `throws` or is `slow`.
import { workerData } from 'node:worker_threads';

const SLOW_MS = 30;
const { fault, after } = globalThis.faulty;
const { port } = workerData;
const tell = port.postMessage.bind(port);
const still = new Int32Array(new SharedArrayBuffer(4));
let words = after;

port.postMessage = (news) => {
  if (words <= 0) fail();
  words -= 1;
  tell(news);
};

function fail() {
  if (fault === 'slow') Atomics.wait(still, 0, 0, SLOW_MS);
  else if (fault === 'throws') throw new Error('made to fail');
  else process.exit(1);
}

await import('../../../dist/exchange/archive/record-worker.js');
