import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, type TestContext, vi } from 'vitest';
import { dataPaths, KnownObjects, makeDataDirectory, SyncKeyStore } from '../src/index.js';
import { openMemory } from '../src/library/connection.js';
import { ReceivedOperationsFile } from '../src/sync/received-operations-file.js';
import { openIn, temporaryDirectory } from './support.js';

/** Lists the files below a folder that this process has open, also removed ones. */
function listOpenFiles(context: TestContext, folder: string): string[] {
  if (process.platform !== 'linux') context.skip('only Linux lists the open files of a process');
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(join('/proc/self/fd', fd));
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // The handle with which the folder was read is closed by now.
      return [];
    }
  });
}

it.for<[string, (path: string) => unknown]>([
  ['SyncKeyStore', (path) => new SyncKeyStore(dirname(dirname(path)))],
  ['KnownObjects', (path) => new KnownObjects(path)],
])('%s closes a file that is no database', ([, create], context) => {
  const folder = temporaryDirectory();
  const path = join(folder, 'keys', 'sync.db');
  mkdirSync(dirname(path));
  writeFileSync(path, 'something else '.repeat(100));
  expect(() => create(path)).toThrow(expect.objectContaining({ reason: 'damaged' }));
  expect(listOpenFiles(context, folder)).toEqual([]);
});

it('ReceivedOperationsFile closes its file when its tables cannot be created', (context) => {
  const paths = dataPaths(temporaryDirectory());
  makeDataDirectory(paths);
  const other = openMemory();
  const exec = vi.spyOn(Object.getPrototypeOf(other), 'exec').mockImplementationOnce(() => {
    throw new Error('no table');
  });
  onTestFinished(() => exec.mockRestore());
  other.close();
  expect(() => new ReceivedOperationsFile(paths)).toThrow('no table');
  expect(listOpenFiles(context, paths.dataDir)).toEqual([]);
});

it('Blobs.open closes a file whose size cannot be read', async (context) => {
  const store = openIn(temporaryDirectory());
  const received = await store.blobs.receive(Readable.from([Buffer.from('bytes')]), { maxBytes: 10 });
  store.blobs.place(received);
  const file = await open(store.blobs.getPath(received.sha256));
  const stat = vi.spyOn(Object.getPrototypeOf(file), 'stat').mockRejectedValueOnce(new Error('EIO'));
  onTestFinished(() => stat.mockRestore());
  await file.close();
  await expect(store.blobs.open(received.sha256)).rejects.toThrow('EIO');
  expect(stat).toHaveBeenCalledOnce();
  expect(listOpenFiles(context, store.paths.blobs)).toEqual([]);
});
