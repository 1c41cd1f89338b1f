import { randomBytes } from 'node:crypto';
import { rmSync, truncateSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { invoke, readContent } from '../../src/index.js';
import { openTestLibrary } from '../support.js';

const MIB = 1_048_576;

/** Yields nothing: reading fails with this error. */
async function* failRead(failure: Error): AsyncGenerator<Buffer> {
  yield* await Promise.reject<Buffer[]>(failure);
}

/** Stores an attachment of random bytes. Returns its description and the result of reading it. */
async function storeBytes(size: number) {
  const { library, context, call } = await openTestLibrary();
  const bytes = randomBytes(size);
  const { id } = await invoke('uploadResource', { ...context, bytes: Readable.from([bytes]) }, {});
  const content = await call('getResourceContent', { resource_id: id });
  const path = library.store.blobs.getPath(content.sha256);
  return { library, call, bytes, content, path };
}

test('readContent reports a deleted attachment as not found and a missing file as damaged', async () => {
  const { library, call, content, path } = await storeBytes(100);
  const read = () => Readable.from(readContent(library, content)).toArray();
  rmSync(path);
  await expect(read()).rejects.toMatchObject({
    code: 'internal_error',
    cause: { message: `Damaged attachment ${content.id}, SHA-256 ${content.sha256}` },
  });
  await call('deleteResource', { resource_id: content.id, confirmation: `delete-resource:${content.id}` });
  await expect(read()).rejects.toMatchObject({ code: 'not_found' });
});

test('readContent reports bytes that the disk cannot read as a failure of the disk, not as damage', async () => {
  const { library, content } = await storeBytes(100);
  const file = await library.store.blobs.open(content.sha256);
  if (file === undefined) throw new Error('The stored file is missing.');
  const failure = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  vi.spyOn(library.store.blobs, 'open').mockResolvedValue(Object.assign(file, { readAll: () => failRead(failure) }));
  await expect(Readable.from(readContent(library, content)).toArray()).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: 'The disk reported an error. Check the disk.',
  });
});

test('readContent yields nothing, not even a range, when the file has another size', async () => {
  const { library, content, path } = await storeBytes(3 * MIB);
  truncateSync(path, 2 * MIB);
  for (const range of [undefined, { first: 0, last: 0 }])
    await expect(readContent(library, content, range).next()).rejects.toMatchObject({ code: 'internal_error' });
});

test('readContent yields all bytes or those of a range', async () => {
  for (const size of [0, 5, 3 * MIB]) {
    const { library, bytes, content } = await storeBytes(size);
    const whole = Buffer.concat(await Readable.from(readContent(library, content)).toArray());
    expect(whole.equals(bytes)).toBe(true);
    const part = Buffer.concat(await Readable.from(readContent(library, content, { first: 2, last: 3 })).toArray());
    if (size > 0) expect(part).toEqual(bytes.subarray(2, 4));
  }
});
