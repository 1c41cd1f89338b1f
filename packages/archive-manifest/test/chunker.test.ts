import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Chunker, ChunkStream, canonicalJson, HeldObjects, type RecordObject, serializeRecord } from '../src/index.js';
import { nodeSha256 } from '../src/node/index.js';
import cuts from '../vectors/cuts.json' with { type: 'json' };
import { sampleRecord, sha256Of } from './support.js';

const KIB = 1024;
const tag = (n: number, nameBytes: number) => ({
  ...sampleRecord('tags'),
  id: `tag_${String(n).padStart(6, '0')}`,
  name: 'x'.repeat(nameBytes),
});
type Tag = ReturnType<typeof tag>;
const tags = (count: number, nameBytes = 1000) => Array.from({ length: count }, (_, n) => tag(n, nameBytes));

function objectsOf(records: readonly Tag[]): RecordObject[] {
  const chunker = new Chunker('tags', nodeSha256);
  return [...records.flatMap((record) => chunker.add(record)), ...chunker.end()];
}

/** The numbers of records of each chunk of each object, by the rule of SPEC.md, section 7, written down anew. */
function cutsOf(records: readonly Tag[]): number[][] {
  const objects: number[][] = [[]];
  let [size, count] = [0, 0];
  const mark = ({ id }: Tag) =>
    createHash('sha256')
      .update(canonicalJson([id]))
      .digest()
      .readUInt16BE();
  const cut = (last: Tag) => {
    const object = objects.at(-1) as number[];
    object.push(count);
    [size, count] = [0, 0];
    if (object.length === 8 || mark(last) % 512 === 0) objects.push([]);
  };
  for (const [n, record] of records.entries()) {
    const bytes = Buffer.byteLength(serializeRecord('tags', record)) + 1;
    if (size + bytes > 1024 * KIB || count === 65_535) cut(records[n - 1] as Tag);
    [size, count] = [size + bytes, count + 1];
    if (size >= 256 * KIB && mark(record) % 64 === 0) cut(record);
  }
  if (count > 0) cut(records.at(-1) as Tag);
  return objects.filter((object) => object.length > 0);
}

function chunksOf({ bytes }: RecordObject): number[] {
  const counts: number[] = [];
  const stream = new ChunkStream('tags', nodeSha256);
  for (let at = 0; at < bytes.length; at += 64) {
    const before = stream.records;
    stream.push(bytes.subarray(at, at + 64), () => {});
    if (stream.records > before) counts.push(stream.records - before);
  }
  expect(stream.end()).toEqual([]);
  return counts;
}

describe('memory that is used again', () => {
  it('holds each object until the one after it is finished', () => {
    const records = tags(20_000, 1_000);
    const held = new Chunker('tags', nodeSha256, new HeldObjects());
    const buffers = new Set<ArrayBufferLike>();
    const digests: string[] = [];
    const take = (objects: readonly RecordObject[]) => {
      for (const { bytes } of objects) {
        buffers.add(bytes.buffer);
        digests.push(sha256Of(bytes));
      }
    };
    for (const record of records) take(held.add(record));
    take(held.end());
    expect(digests).toEqual(objectsOf(records).map(({ bytes }) => sha256Of(bytes)));
    expect(digests.length).toBeGreaterThan(2);
    expect(buffers.size).toBe(2);
  });

  it('is that of one object for whoever takes what comes', () => {
    const chunker = new Chunker('tags', nodeSha256);
    const tooLong = { ...tag(1, 0), name: 'x'.repeat(512 * KIB) };
    chunker.add(tag(0, 1_000));
    expect(() => chunker.add(tooLong)).toThrow(RangeError);
    chunker.add(tag(2, 1_000));
    const [object] = chunker.end();
    expect(object).toMatchObject({ records: 2, chunks: 1 });
    expect(object?.bytes.buffer.byteLength).toBe(object?.bytes.length);
  });
});

describe('where records are cut', () => {
  it.each([
    ['of a kilobyte', tags(6000)],
    ['of a few bytes', tags(70_000, 1)],
    ['of half a megabyte', tags(9, 500 * KIB)],
    ['of a quarter', tags(20, 255 * KIB)],
    ['one', tags(1)],
  ])('follows from the records: %s', (_, records) => {
    const objects = objectsOf(records);
    expect(objects.map(chunksOf)).toEqual(cutsOf(records));
    expect(objects.map(({ seq }) => seq)).toEqual(objects.map((__, n) => n));
    for (const { bytes, chunks } of objects) expect(bytes.length).toBeLessThanOrEqual(chunks * (1024 * KIB + 48));
  });

  it('is as in the vector', () => {
    expect(objectsOf(tags(cuts.records, cuts.name_bytes)).map(({ bytes }) => sha256Of(bytes))).toEqual(cuts.objects);
  });

  it('is the same but for an object or two where a record comes between', () => {
    const records = tags(12_000);
    const before = new Set(objectsOf(records).map(({ bytes }) => sha256Of(bytes)));
    expect(before.size).toBeGreaterThan(3);
    for (const n of [0, 3_333, 11_999]) {
      const inserted = { ...tag(n, 1000), id: `${tag(n, 0).id}a` };
      const after = objectsOf([...records.slice(0, n + 1), inserted, ...records.slice(n + 1)]);
      const changed = after.filter(({ bytes }) => !before.has(sha256Of(bytes)));
      expect(changed.length).toBeLessThanOrEqual(2);
    }
  });
});
