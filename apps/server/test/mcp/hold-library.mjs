// Keeps every other process from writing to a library until its input ends. Usage: node hold-library.mjs DATA_DIR
import { readSync, writeSync } from 'node:fs';
import { openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';

const [, , dataDir] = process.argv;
const library = await openLibrary({ config: loadConfig({ dataDir }, {}), serviceVersion: '0', create: false });
await library.store.write(() => {
  writeSync(1, 'held\n');
  while (!hasEnded()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  // Two processes that close a library at once may both leave its side files. A killed one never closes it.
  process.kill(process.pid, 'SIGKILL');
});

/** Returns true when the input has ended, without waiting. */
function hasEnded() {
  try {
    return readSync(0, Buffer.alloc(1)) === 0;
  } catch ({ code }) {
    return code !== 'EAGAIN';
  }
}
