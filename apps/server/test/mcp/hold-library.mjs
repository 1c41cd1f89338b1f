// Keeps every other process from writing to a library for a while. Usage: node hold-library.mjs DATA_DIR MILLISECONDS
import { writeSync } from 'node:fs';
import { openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';

const [, , dataDir, milliseconds] = process.argv;
const library = await openLibrary({ config: loadConfig({ dataDir }, {}), serviceVersion: '0', create: false });
await library.store.write(() => {
  writeSync(1, 'held\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(milliseconds));
});
library.store.close();
