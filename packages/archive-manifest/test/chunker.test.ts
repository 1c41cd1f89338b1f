import { createHash } from 'node:crypto';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Chunker,
  ChunkStream,
  canonicalJson,
  ENTITIES,
  LINES_BUFFER_BYTES,
  LineMaker,
  ObjectBuffers,
  type RecordLines,
  type RecordObject,
  readChunks,
  recordSchemas,
  type StoredChunk,
  serializeRecord,
  sortKey,
} from '../src/index.js';
import { nodeSha256 } from '../src/node/index.js';
import { readSortKey } from '../src/records/sort-key.js';
import cuts from '../vectors/cuts.json' with { type: 'json' };
import { computeSha256, sampleRecord } from './support.js';

const KIB = 1024;
const tag = (n: number, nameBytes: number) => ({
  ...sampleRecord('tags'),
  id: `tag_${String(n).padStart(6, '0')}`,
  name: 'x'.repeat(nameBytes),
});
type Tag = ReturnType<typeof tag>;
const tags = (count: number, nameBytes = 1000) => Array.from({ length: count }, (_, n) => tag(n, nameBytes));

function makeObjects(records: readonly Tag[]): RecordObject[] {
  const chunker = new Chunker('tags', nodeSha256);
  return [...records.flatMap((record) => chunker.add(record)), ...chunker.end()];
}

/** Yields lines as one thread passes them to another, in the same memory each time. */
function* makeLines(records: readonly Tag[]): Generator<RecordLines> {
  const maker = new LineMaker('tags');
  const memory = new Uint8Array(new SharedArrayBuffer(LINES_BUFFER_BYTES));
  const takeLines = () => {
    const lines = maker.take(memory);
    return lines === null ? [] : [structuredClone(lines)];
  };
  for (const record of records) if (maker.add(record, memory)) yield* takeLines();
  yield* takeLines();
}

/** Digests of the objects, each taken before the next object overwrites its bytes. */
function digestsByLines(records: readonly Tag[]): string[] {
  const chunker = new Chunker('tags', nodeSha256, { held: new ObjectBuffers() });
  const digests: string[] = [];
  const take = (objects: Iterable<RecordObject>) => {
    for (const { bytes } of objects) digests.push(computeSha256(bytes));
  };
  for (const lines of makeLines(records)) take(chunker.addLines(lines));
  take(chunker.end());
  return digests;
}

/** Numbers of records of each chunk of each object, by an independent implementation of SPEC.md, section 7. */
function computeCuts(records: readonly Tag[]): number[][] {
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

function countChunkRecords({ bytes }: RecordObject): number[] {
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

describe('buffers of a Chunker', () => {
  it('hold each object until the next one is finished, when two are shared', () => {
    const records = tags(20_000, 1_000);
    const held = new Chunker('tags', nodeSha256, { held: new ObjectBuffers() });
    const buffers = new Set<ArrayBufferLike>();
    const digests: string[] = [];
    const take = (objects: readonly RecordObject[]) => {
      for (const { bytes } of objects) {
        buffers.add(bytes.buffer);
        digests.push(computeSha256(bytes));
      }
    };
    for (const record of records) take(held.add(record));
    take(held.end());
    expect(digests).toEqual(makeObjects(records).map(({ bytes }) => computeSha256(bytes)));
    expect(digests.length).toBeGreaterThan(2);
    expect(buffers.size).toBe(2);
  });

  it('have the exact size of the object, when none are shared', () => {
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

describe('boundaries of chunks and objects', () => {
  it.each([
    ['records of a kilobyte', tags(6000)],
    ['records of a few bytes', tags(70_000, 1)],
    ['records of half a megabyte', tags(9, 500 * KIB)],
    ['records of a quarter of a megabyte', tags(20, 255 * KIB)],
    ['a single record', tags(1)],
  ])('match an independent implementation of SPEC.md, section 7: %s', (_, records) => {
    const objects = makeObjects(records);
    expect(objects.map(countChunkRecords)).toEqual(computeCuts(records));
    expect(objects.map(({ seq }) => seq)).toEqual(objects.map((__, n) => n));
    for (const { bytes, chunks } of objects) expect(bytes.length).toBeLessThanOrEqual(chunks * (1024 * KIB + 48));
    expect(digestsByLines(records)).toEqual(objects.map(({ bytes }) => computeSha256(bytes)));
  });

  it('are equal for records added one by one and as lines', () => {
    const records = tags(9_000);
    const chunker = new Chunker('tags', nodeSha256);
    const objects: RecordObject[] = [];
    for (let at = 0; at < records.length; at += 1_500) {
      for (const record of records.slice(at, at + 700)) objects.push(...chunker.add(record));
      for (const lines of makeLines(records.slice(at + 700, at + 1_500))) objects.push(...chunker.addLines(lines));
    }
    objects.push(...chunker.end());
    const hashObjects = (all: readonly RecordObject[]) => all.map(({ bytes }) => computeSha256(bytes));
    expect(hashObjects(objects)).toEqual(hashObjects(makeObjects(records)));
  });

  it('match the digests in cuts.json', () => {
    expect(makeObjects(tags(cuts.records, cuts.name_bytes)).map(({ bytes }) => computeSha256(bytes))).toEqual(
      cuts.objects,
    );
  });

  it('change in at most two objects when a record is inserted', () => {
    const records = tags(12_000);
    const before = new Set(makeObjects(records).map(({ bytes }) => computeSha256(bytes)));
    expect(before.size).toBeGreaterThan(3);
    for (const n of [0, 3_333, 11_999]) {
      const inserted = { ...tag(n, 1000), id: `${tag(n, 0).id}a` };
      const after = makeObjects([...records.slice(0, n + 1), inserted, ...records.slice(n + 1)]);
      const changed = after.filter(({ bytes }) => !before.has(computeSha256(bytes)));
      expect(changed.length).toBeLessThanOrEqual(2);
    }
  });
});

/** Records that a random edit leaves, and the ids of those it changed, removed or added. */
interface Edited {
  readonly records: readonly Tag[];
  readonly touched: ReadonlySet<string>;
}

/** Removes, changes and inserts a run of records at each position. */
function edit(
  records: readonly Tag[],
  edits: readonly (readonly [at: number, count: number, bytes: number])[],
): Edited {
  const touched = new Set<string>();
  const edited = new Map(records.map((record) => [record.id, record]));
  for (const [at, count, bytes] of edits)
    for (const { id, name } of records.slice(at, at + count)) {
      touched.add(id);
      if (bytes === 0) edited.delete(id);
      else edited.set(id, { ...tag(0, 0), id, name: name + 'y'.repeat(bytes) });
      if (count > 1) continue;
      touched.add(`${id}a`);
      edited.set(`${id}a`, { ...tag(0, 0), id: `${id}a`, name: 'z'.repeat(bytes) });
    }
  const sorted = [...edited.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { records: sorted, touched };
}

/** Makes objects from the chunks of former objects, with the touched records made again. */
function updateObjects(former: readonly RecordObject[], { records, touched }: Edited, isCompressing: boolean) {
  const chunker = new Chunker('tags', nodeSha256, { held: new ObjectBuffers(), isCompressing });
  const objects: Omit<RecordObject, 'bytes'>[] = [];
  const digests: string[] = [];
  const take = (finished: Iterable<RecordObject>) => {
    for (const { bytes, ...object } of finished) {
      objects.push(object);
      digests.push(computeSha256(bytes));
    }
  };
  const made = records.filter(({ id }) => touched.has(id));
  const make = (until: string | null) => {
    const end = made.findIndex(({ id }) => until !== null && id >= until);
    for (const lines of makeLines(made.splice(0, end === -1 ? made.length : end))) take(chunker.addLines(lines));
  };
  for (const object of former)
    for (const { bytes, payload, records: count } of readChunks(object.bytes)) {
      const lines = Buffer.from(payload).toString('latin1').split('\n').slice(0, -1);
      expect(lines.length).toBe(count);
      let [offset, kept] = [0, ''];
      const keep = (end: number) => {
        const chunk = kept.length === payload.length ? bytes : null;
        const run = { entity: 'tags', bytes: Buffer.from(kept), records: kept.split('\n').length - 1, chunk } as const;
        if (kept !== '') take(chunker.addFormerLines({ ...run, offset: end - kept.length }));
        kept = '';
      };
      for (const line of lines) {
        const { id } = JSON.parse(line) as Tag;
        const isNext = made[0] !== undefined && made[0].id < id;
        if (touched.has(id) || isNext) keep(offset);
        if (isNext) make(id);
        if (!touched.has(id)) kept += `${line}\n`;
        offset += line.length + 1;
      }
      keep(offset);
    }
  make(null);
  take(chunker.end());
  return { objects, digests };
}

describe('objects made from chunks of an earlier archive', () => {
  const library = tags(6_000, 600);
  const largeRecords = tags(60, 250 * KIB);
  const place = fc.nat({ max: 5_999 });

  it.each([false, true])('equal those made from records, after any edits; compressed: %s', (isCompressing) => {
    const make = (records: readonly Tag[]) => {
      const chunker = new Chunker('tags', nodeSha256, { isCompressing });
      return [...records.flatMap((record) => chunker.add(record)), ...chunker.end()];
    };
    const former = make(library);
    expect(former.length).toBeGreaterThan(1);
    const edits = fc.array(
      fc.tuple(place, fc.constantFrom(1, 1, 1, 40, 900), fc.constantFrom(0, 1, 700, 20_000, 400_000)),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(edits, (chosen) => {
        const few = chosen.map(([at, count, bytes]) => [at, count, count > 1 ? bytes % 701 : bytes] as const);
        const edited = edit(library, few);
        const expected = make(edited.records);
        const { objects, digests } = updateObjects(former, edited, isCompressing);
        expect(digests).toEqual(expected.map(({ bytes }) => computeSha256(bytes)));
        expect(objects).toEqual(expected.map(({ bytes, ...object }) => object));
      }),
      { numRuns: samples(isCompressing ? 3 : 12) },
    );
  });

  it('equal those made from records, when the size of a chunk ends it', () => {
    const former = makeObjects(largeRecords);
    for (let at = 0; at < largeRecords.length; at += 7) {
      const edited = edit(largeRecords, [[at, 1, 10 * KIB]]);
      const expected = makeObjects(edited.records).map(({ bytes }) => computeSha256(bytes));
      expect(updateObjects(former, edited, false).digests).toEqual(expected);
    }
  });

  it('equal those made from records, when the number of records ends a chunk', () => {
    const records = tags(70_000, 1);
    const former = makeObjects(records);
    for (const at of [10, 65_000, 66_000]) {
      const edited = edit(records, [[at, 1, 5]]);
      const expected = makeObjects(edited.records).map(({ bytes }) => computeSha256(bytes));
      expect(updateObjects(former, edited, false).digests).toEqual(expected);
    }
  });

  it('are copied as stored where nothing changed, and refused out of order', () => {
    const [object] = makeObjects(library) as [RecordObject];
    const [{ bytes, payload, records }] = [...readChunks(object.bytes)] as [StoredChunk];
    const chunk = bytes.slice();
    chunk[16] = 0xff ^ (chunk[16] as number);
    const chunker = new Chunker('tags', nodeSha256);
    const lines = { entity: 'tags', bytes: payload, records, offset: 0, chunk } as const;
    expect([...chunker.addFormerLines(lines)]).toEqual([]);
    expect(() => [...chunker.addFormerLines(lines)]).toThrow(RangeError);
    expect(chunker.end()[0]?.bytes).toEqual(chunk);
  });
});

describe('the sort key of a record', () => {
  const awkward = ['"id":"x"', '\\"document_id":"x"', 'a\n"b', '\\', '}', 'é ,'];

  it.each(ENTITIES)('read from its line equals the key computed from its fields: %s', (entity) => {
    const texts = Object.entries(sampleRecord(entity)).filter(([, value]) => typeof value === 'string');
    for (const awkwardText of ['', ...awkward])
      for (const [field] of [['', ''], ...texts]) {
        const record = { ...sampleRecord(entity), ...(field !== '' && { [field as string]: awkwardText }) };
        if (!recordSchemas[entity].safeParse(record).success) continue;
        const line = serializeRecord(entity, record as never);
        expect(readSortKey(entity, line)).toBe(canonicalJson(sortKey(entity, record as never)));
        expect(readSortKey(entity, `${line}\n`)).toBe(canonicalJson(sortKey(entity, record as never)));
      }
  });
});

describe('LineMaker', () => {
  const memory = new Uint8Array(LINES_BUFFER_BYTES);

  it('returns a batch after 256 KiB, and null without records', () => {
    const sizes = [...makeLines(tags(1_000))].map(({ bytes, ends }) => [bytes.length, ends.at(-1)]);
    expect(sizes.length).toBe(5);
    for (const [length, end] of sizes) expect(end).toBe(length);
    for (const [length] of sizes.slice(0, -1)) expect(length).toBeGreaterThanOrEqual(256 * KIB);
    expect(new LineMaker('tags').take(memory)).toBeNull();
  });

  it('sets hasBlobBody only for lines with a body in a blob', () => {
    const maker = new LineMaker('revisions');
    const { hasBlobBody: before } = makeLine(maker, { ...sampleRecord('revisions'), body: 'here', ordinal: 0 });
    const { hasBlobBody } = makeLine(maker, { ...sampleRecord('revisions'), body: null, ordinal: 1 });
    const { hasBlobBody: after } = makeLine(maker, { ...sampleRecord('revisions'), body: 'here', ordinal: 2 });
    expect([before, hasBlobBody, after]).toEqual([false, true, false]);
  });

  it('throws for a record that is invalid, out of order or larger than a line', () => {
    const maker = new LineMaker('tags');
    maker.add(tag(1, 1), memory);
    expect(() => maker.add(tag(1, 1), memory)).toThrow(RangeError);
    expect(() => maker.add({ ...tag(2, 1), id: 'tag_zz not an id' }, memory)).toThrow(TypeError);
    expect(() => maker.add(tag(2, 512 * KIB), memory)).toThrow(RangeError);
    const lines = maker.take(memory) as RecordLines;
    expect(lines.ends.length).toBe(1);
    const chunker = new Chunker('tags', nodeSha256);
    expect([...chunker.addLines(lines)]).toEqual([]);
    expect(() => [...chunker.addLines(lines)]).toThrow(RangeError);
  });

  function makeLine(maker: LineMaker<'revisions'>, record: Parameters<LineMaker<'revisions'>['add']>[0]): RecordLines {
    maker.add(record, memory);
    return maker.take(memory) as RecordLines;
  }
});
