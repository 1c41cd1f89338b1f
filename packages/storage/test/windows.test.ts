import { constants, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openIn, temporaryDirectory } from './support.js';

/** Paths of read-only descriptors. */
const readOnly = vi.hoisted(() => new Map<number, string>());

// Fails like `FlushFileBuffers` on Windows, for folders and for files that are not open for writing.
vi.mock('node:fs', async (importActual) => {
  const fs = await importActual<typeof import('node:fs')>();
  const refuse = (path: string) => {
    throw Object.assign(new Error(`EPERM: operation not permitted, fsync '${path}'`), { code: 'EPERM' });
  };
  return {
    ...fs,
    openSync: (path: string, flags: string | number = 'r', mode?: number) => {
      const descriptor = fs.openSync(path, flags, mode);
      if (flags === 'r' || flags === fs.constants.O_RDONLY) readOnly.set(descriptor, path);
      else readOnly.delete(descriptor);
      return descriptor;
    },
    fsyncSync: (descriptor: number) => {
      const path = readOnly.get(descriptor);
      if (path !== undefined) refuse(path);
      fs.fsyncSync(descriptor);
    },
  };
});

const { platform } = process;
const onPlatform = (value: string) => Object.defineProperty(process, 'platform', { value });
beforeEach(() => void onPlatform('win32'));
afterEach(() => void onPlatform(platform));

it('a library is created and written when only writable files can be synced, as on Windows', async () => {
  const store = openIn(temporaryDirectory());
  const received = await store.blobs.receive(Readable.from([Buffer.from('bytes')]), { maxBytes: 10 });
  const { resource } = await store.write(({ resources }) =>
    resources.adopt(received, { id: 'res_1', filename: 'a.txt', mimeType: 'text/plain', at: 5 }),
  );
  expect(resource).toMatchObject({ sizeBytes: 5 });
  expect([...store.blobs.list()]).toHaveLength(1);
});

it('fsync of a folder fails in this test, as on Windows', async () => {
  const { fsyncSync } = await import('node:fs');
  const folder = openSync(temporaryDirectory(), constants.O_RDONLY);
  expect(() => fsyncSync(folder)).toThrow('EPERM');
});
