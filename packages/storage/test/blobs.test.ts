import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReceivedBlob, Store } from '../src/index.js';
import { openIn, temporaryDirectory } from './support.js';

const SEED = 20_261_121;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const LIMIT = { maxBytes: 1_000_000_000 };

async function* pieces(...parts: readonly Uint8Array[]) {
  yield* parts;
}

async function gather(source: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  return Buffer.concat(await Readable.from(source ?? []).toArray());
}

async function readAll(store: Store, hash: string): Promise<Buffer> {
  const file = await store.blobs.open(hash);
  try {
    return await gather(file?.readAll());
  } finally {
    await file?.close();
  }
}

let made = 0;
const adopt = (store: Store, received: ReceivedBlob, filename = 'a.bin') =>
  store.write(({ resources }) =>
    resources.adopt(received, { id: `res_${++made}`, filename, mimeType: 'image/png', at: 5 }),
  );

const blobNames = (store: Store) => [...store.blobs.list()].map((blob) => blob.sha256);
const listTemporaryFiles = (store: Store) => readdirSync(store.paths.tmp);

it('blobs.receive and adopt store bytes unchanged under their SHA-256, for any division into pieces', async () => {
  const store = openIn(temporaryDirectory());
  const bytes = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(bytes, async (parts) => {
      const whole = Buffer.concat(parts);
      const received = await store.blobs.receive(pieces(...parts), LIMIT);
      expect(received).toMatchObject({ sha256: sha256(whole), sizeBytes: whole.length });
      expect(received.head).toEqual(whole.subarray(0, 4_096));
      const { resource } = await adopt(store, received);
      expect(resource).toMatchObject({ sha256: sha256(whole), sizeBytes: whole.length });
      expect(await readAll(store, resource.sha256)).toEqual(whole);
      expect(listTemporaryFiles(store)).toEqual([]);
    }),
    { seed: SEED, numRuns: 50 },
  );
});

it('attachments with equal bytes share one file, in any order of arrival', async () => {
  const contents = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(contents, async (texts) => {
      const store = openIn(temporaryDirectory());
      const received = await Promise.all(texts.map((text) => store.blobs.receive(pieces(Buffer.from(text)), LIMIT)));
      const adopted = await Promise.all(received.map((each) => adopt(store, each)));
      expect(adopted.map(({ deduplicated }) => deduplicated)).toEqual(texts.map((text, n) => texts.indexOf(text) < n));
      expect(blobNames(store)).toEqual([...new Set(texts.map((text) => sha256(Buffer.from(text))))].sort());
      expect([new Set(adopted.map(({ resource }) => resource.id)).size, listTemporaryFiles(store)]).toEqual([
        texts.length,
        [],
      ]);
      store.close();
    }),
    { seed: SEED, numRuns: 20 },
  );
});

it('BlobFile.read returns the same range as subarray', async () => {
  const store = openIn(temporaryDirectory());
  const whole = Buffer.from(Array.from({ length: 300 }, (_, n) => n % 251));
  const received = await store.blobs.receive(pieces(whole), LIMIT);
  await adopt(store, received);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 310 }), fc.nat({ max: 310 }), async (start, end) => {
      const file = await store.blobs.open(received.sha256);
      expect(await gather(file?.read(start, end))).toEqual(whole.subarray(start, end));
      await file?.close();
    }),
    { seed: SEED, numRuns: 100 },
  );
});

it('BlobFile.read returns the same range as subarray for a file of more than 1 MiB', async () => {
  const store = openIn(temporaryDirectory());
  const whole = Buffer.alloc(1_048_577, 'large');
  const received = await store.blobs.receive(pieces(whole), LIMIT);
  await adopt(store, received);
  const file = await store.blobs.open(received.sha256);
  for (const [start, end] of [
    [0, 7],
    [1_048_570, 1_048_577],
    [3, 1_048_577],
    [9, 9],
  ])
    expect((await gather(file?.read(start as number, end as number))).equals(whole.subarray(start, end))).toBe(true);
  await file?.close();
});

it('blobs.receive leaves no file after too many bytes, a failing source or an abort', async () => {
  const { blobs, paths } = openIn(temporaryDirectory());
  const five = Buffer.from('fives');
  await expect(blobs.receive(pieces(five, five), { maxBytes: 9 })).rejects.toMatchObject({ reason: 'too_large' });
  expect((await blobs.receive(pieces(five, five), { maxBytes: 10 })).sizeBytes).toBe(10);
  expect(readdirSync(paths.tmp)).toHaveLength(1);
  const failing = async function* () {
    yield five;
    throw Object.assign(new Error('the source is gone'), { code: 'EACCES' });
  };
  await expect(blobs.receive(failing(), LIMIT)).rejects.toThrow('the source is gone');
  const stop = new AbortController();
  const aborting = async function* () {
    yield five;
    stop.abort(new Error('nobody listens'));
  };
  await expect(blobs.receive(aborting(), { ...LIMIT, signal: stop.signal })).rejects.toThrow('nobody listens');
  expect(readdirSync(paths.tmp)).toHaveLength(1);
});

it('discarded bytes and a write that was rolled back leave no attachment', async () => {
  const store = openIn(temporaryDirectory());
  const received = await store.blobs.receive(pieces(Buffer.from('x')), LIMIT);
  store.blobs.discard(received);
  store.blobs.discard(received);
  expect([listTemporaryFiles(store), blobNames(store)]).toEqual([[], []]);
  const again = await store.blobs.receive(pieces(Buffer.from('x')), LIMIT);
  const undone = store.write(({ resources }) => {
    resources.adopt(again, { id: 'res_undone', filename: 'x', mimeType: 'text/plain', at: 1 });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(store.read(({ resources }) => [resources.get('res_undone'), resources.counts().resources])).toEqual([
    undefined,
    0,
  ]);
  expect((await adopt(store, await store.blobs.receive(pieces(Buffer.from('x')), LIMIT))).deduplicated).toBe(true);
});

it('bytes are removed with the last attachment that has them', async () => {
  const store = openIn(temporaryDirectory());
  const receive = () => store.blobs.receive(pieces(Buffer.from('shared')), LIMIT);
  const first = await adopt(store, await receive());
  const second = await adopt(store, await receive());
  const remove = (resource: typeof first.resource) => store.write(({ resources }) => resources.remove(resource));
  await remove(first.resource);
  await store.write(() => {});
  expect(blobNames(store)).toEqual([second.resource.sha256]);
  await remove(second.resource);
  await store.write(() => {});
  expect(blobNames(store)).toEqual([]);
  const third = await adopt(store, await receive());
  const file = await store.blobs.open(third.resource.sha256);
  await remove(third.resource);
  store.close();
  expect(blobNames(store)).toEqual([]);
  expect((await gather(file?.read(0, 6))).toString()).toBe('shared');
  await file?.close();
});

it('damaged and missing bytes are detected, and replaced when the same bytes are received again', async () => {
  const store = openIn(temporaryDirectory());
  const large = Buffer.alloc(2_500_000, 'large');
  const { resource } = await adopt(store, await store.blobs.receive(pieces(large), LIMIT));
  const path = store.blobs.getPath(resource.sha256);
  truncateSync(path, large.length - 1);
  const file = await store.blobs.open(resource.sha256);
  const read: number[] = [];
  const reading = async () => {
    for await (const piece of file?.readAll() ?? []) read.push(piece.length);
  };
  await expect(reading()).rejects.toMatchObject({ reason: 'damaged_blob' });
  expect(read.reduce((sum, size) => sum + size)).toBeLessThan(large.length - 1);
  await file?.close();
  const harms = [
    () => truncateSync(path, large.length - 1),
    () => writeFileSync(path, Buffer.alloc(large.length)),
    () => rmSync(path),
  ];
  for (const harm of harms) {
    harm();
    const healed = await adopt(store, await store.blobs.receive(pieces(large), LIMIT));
    expect([healed.deduplicated, (await readAll(store, resource.sha256)).equals(large)]).toEqual([false, true]);
    const again = await adopt(store, await store.blobs.receive(pieces(large), LIMIT));
    expect([again.deduplicated, listTemporaryFiles(store)]).toEqual([true, []]);
  }
  expect(await store.blobs.open('0'.repeat(64))).toBeUndefined();
});

it('BlobFile returns no byte of a damaged small file, neither whole nor as a range', async () => {
  const store = openIn(temporaryDirectory());
  const { resource } = await adopt(store, await store.blobs.receive(pieces(Buffer.from('right')), LIMIT));
  writeFileSync(store.blobs.getPath(resource.sha256), 'wrong');
  const file = await store.blobs.open(resource.sha256);
  await expect(file?.readAll().next()).rejects.toMatchObject({ reason: 'damaged_blob' });
  await expect(file?.read(1, 2).next()).rejects.toMatchObject({ reason: 'damaged_blob' });
  await file?.close();
});

it('blob files are private to their owner, and other files among them are not listed', async () => {
  const store = openIn(temporaryDirectory());
  const { resource } = await adopt(store, await store.blobs.receive(pieces(Buffer.from('x')), LIMIT));
  const path = store.blobs.getPath(resource.sha256);
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  writeFileSync(join(path, '..', 'note.txt'), 'not an attachment');
  writeFileSync(join(store.paths.blobs, 'note.txt'), 'not an attachment');
  const [only, ...others] = store.blobs.list();
  expect([only?.sha256, only?.sizeBytes, others]).toEqual([resource.sha256, 1, []]);
});

it('opening a library exclusively removes the uploads of an earlier server', async () => {
  const dataDir = temporaryDirectory();
  const before = openIn(dataDir, { exclusive: true });
  await before.blobs.receive(pieces(Buffer.from('x')), LIMIT);
  const beside = openIn(dataDir);
  const ofAnother = await beside.blobs.receive(pieces(Buffer.from('y')), LIMIT);
  before.close();
  expect(listTemporaryFiles(beside)).toHaveLength(2);
  openIn(dataDir, { exclusive: true });
  expect(listTemporaryFiles(beside)).toEqual([basename(ofAnother.path)]);
});

it('opening a library exclusively removes uploads that were not written to for an hour', () => {
  const dataDir = temporaryDirectory();
  const { paths } = openIn(dataDir);
  const old = Date.now() / 1_000 - 3_660;
  for (const name of ['upload-old', 'upload-new', 'other-old']) writeFileSync(join(paths.tmp, name), 'x');
  for (const name of ['upload-old', 'other-old']) utimesSync(join(paths.tmp, name), old, old);
  openIn(dataDir).close();
  expect(existsSync(join(paths.tmp, 'upload-old'))).toBe(true);
  openIn(dataDir, { exclusive: true });
  expect(readdirSync(paths.tmp).sort()).toEqual(['other-old', 'upload-new']);
});
