import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ArchiveContents, type ByteReader, ENTITIES, type EntityName } from '../src/index.js';
import { createReader, type Files, goldenFiles, manifestIn } from './support.js';

async function collect<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/** Returns a reader that fills memory some time before the caller continues, as one of the network does. */
function createSlowReader(files: Files): ByteReader {
  const reader = createReader(files);
  const readInto = async (path: string, offset: number, target: Uint8Array) => {
    const bytes = await reader.read(path, offset, target.length);
    target.set(bytes);
    await setImmediate();
    return bytes.length;
  };
  return { ...reader, readInto };
}

it.each(['every-entity', 'fanout'])('ArchiveContents reads all of %s at the same time', async (name) => {
  const files = goldenFiles(name);
  const contents = new ArchiveContents(createSlowReader(files), manifestIn(files));
  const listRecords = async (entity: EntityName) => (await collect(contents.records(entity))).flat();
  const readBlobs = async () => {
    const pieces: Uint8Array[] = [];
    for await (const blob of contents.blobs()) pieces.push(...(await collect(contents.bytes(blob))));
    return pieces;
  };

  const expected = [];
  for (const entity of ENTITIES) expected.push(await listRecords(entity));
  const blobs = await readBlobs();
  const [found, ...records] = await Promise.all([readBlobs(), ...ENTITIES.map(listRecords)]);

  expect(records).toEqual(expected);
  expect(found).toEqual(blobs);
});
