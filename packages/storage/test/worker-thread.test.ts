import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openOnWorkerThread } from '../src/index.js';
import { openIn, temporaryDirectory } from './support.js';

const child = (name: string) => fileURLToPath(new URL(`children/${name}`, import.meta.url));

/**
 * Starts a thread that opens the library, adds the notebook when one is named, and closes it. `done` waits without
 * yielding to the event loop.
 */
function openOnThread(dataDir: string, name?: string) {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(child('beside.mjs'), { workerData: { dataDir, gate, name }, execArgv: [] });
  const ended = new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
  return { ended, done: () => Atomics.wait(gate, 0, 0, 120_000) };
}

it('a store opened on another thread writes to a library that this process has open', async () => {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir, { exclusive: true });
  const before = store.read(({ journal }) => journal.last());
  expect(await openOnThread(dataDir, 'nb_thread').ended).toBe(0);
  expect(store.poll()).toBe(true);
  expect(store.read(({ notebooks, journal }) => [notebooks.get('nb_thread')?.name, journal.last()])).toEqual([
    'nb_thread',
    before + 1,
  ]);
});

it('a store opened and closed on another thread keeps the locks of the process', async () => {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir, { exclusive: true, holder: 'the first' });
  const hold = () => spawnSync(process.execPath, [child('hold.mjs'), store.paths.database, '0'], { encoding: 'utf8' });
  expect(hold().stdout).toBe('held\nfree\n');
  const thread = openOnThread(dataDir);
  const refused = await store.write(() => {
    expect(thread.done()).not.toBe('timed-out');
    return hold();
  });
  expect([refused.stdout, refused.stderr]).toEqual(['', expect.stringContaining('database is locked')]);
  await thread.ended;
  expect(() => openIn(dataDir, { exclusive: true })).toThrow(/already in use by the first/);
});

it('opening on another thread throws read_only when there is no library', () => {
  const dataDir = temporaryDirectory();
  expect(() => openOnWorkerThread({ dataDir })).toThrow(expect.objectContaining({ reason: 'read_only' }));
});
