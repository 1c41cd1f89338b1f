// beside.mjs (a worker thread; workerData: dataDir, gate, name): opens a library its process has open, adds the
// notebook when one is named, closes the library, and opens the gate.

import { workerData } from 'node:worker_threads';
import { openOnWorkerThread } from '@notes/storage';

const { dataDir, gate, name } = workerData;
const store = openOnWorkerThread({ dataDir });
store.read((reader) => reader.notebooks.all());
if (name !== undefined)
  await store.write((unit) => unit.notebooks.insert({ id: name, name, parentPk: null, iconEmoji: null, at: 1 }));
store.close();
Atomics.store(gate, 0, 1);
Atomics.notify(gate, 0);
