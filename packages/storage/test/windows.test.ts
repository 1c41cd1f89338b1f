import fs, { constants, fsyncSync, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openIn, replaceFileFunctions, temporaryDirectory } from './support.js';

const { platform } = process;
const onPlatform = (value: string) => Object.defineProperty(process, 'platform', { value });
beforeEach(() => {
  onPlatform('win32');
  refuseReadOnlySync();
});
afterEach(() => void onPlatform(platform));

/** Lets `fsync` fail like `FlushFileBuffers` on Windows, for folders and for files that are not open for writing. */
function refuseReadOnlySync(): void {
  const { openSync: open, fsyncSync: sync } = fs;
  /** Paths of read-only descriptors. */
  const readOnly = new Map<number, string>();
  replaceFileFunctions({
    openSync: (path, flags = 'r', mode) => {
      const descriptor = open(path, flags, mode);
      if (flags === 'r' || flags === constants.O_RDONLY) readOnly.set(descriptor, String(path));
      else readOnly.delete(descriptor);
      return descriptor;
    },
    fsyncSync: (descriptor) => {
      const path = readOnly.get(descriptor);
      if (path !== undefined)
        throw Object.assign(new Error(`EPERM: operation not permitted, fsync '${path}'`), { code: 'EPERM' });
      sync(descriptor);
    },
  });
}

it('a library is created and written when only writable files can be synced, as on Windows', async () => {
  const store = openIn(temporaryDirectory());
  const received = await store.blobs.receive(Readable.from([Buffer.from('bytes')]), { maxBytes: 10 });
  const { resource } = await store.write(({ resources }) =>
    resources.adopt(received, { id: 'res_1', filename: 'a.txt', mimeType: 'text/plain', at: 5 }),
  );
  expect(resource).toMatchObject({ sizeBytes: 5 });
  expect([...store.blobs.list()]).toHaveLength(1);
});

it('fsync of a folder fails in this test, as on Windows', () => {
  const folder = openSync(temporaryDirectory(), constants.O_RDONLY);
  expect(() => fsyncSync(folder)).toThrow('EPERM');
});
