import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexEntrySchema } from '../src/index/entry.js';
import {
  ChunkStream,
  canonicalJson,
  checkPath,
  compareEntries,
  compareKeys,
  ENTITIES,
  encodeChunk,
  type IndexEntry,
  IndexStream,
  parseEntry,
  parseManifest,
  parseRecord,
  RunState,
  serializeEntry,
  serializeManifest,
} from '../src/index.js';
import { parseCanonical } from '../src/json/canonical-line.js';
import { readJson } from '../src/json/read-json.js';
import { LIMITS } from '../src/limits.js';
import { LineSplitter } from '../src/lines.js';
import { checkLocation } from '../src/manifest/location.js';
import { compareUtf8 } from '../src/utf8.js';
import { createReader, firstFinding, goldenFiles, manifestIn, SEED, verify } from './support.js';

const golden = goldenFiles('pack-and-fanout');
const manifest = manifestIn(golden);
const text = serializeManifest(manifest);
const run = { seed: SEED };
const utf8 = (value: string) => new TextEncoder().encode(value);
const pieces = (bytes: Uint8Array, cuts: readonly number[]) => {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end));
};

const MEDIA_TYPES = ['+', '.', 'x'].map((last) => `application/vnd.service.archive-v2-records${last}jsonl`);

/** Sorts the members of objects in the order of canonical JSON. */
const sortMembers = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => [name, sortMembers(member)]),
      )
    : value;

/** Replaces, repeats or removes a piece of JSON, or inserts a token of JSON. */
const spliceJson = (source: string) =>
  fc
    .tuple(
      fc.nat(source.length),
      fc.nat(40),
      fc.oneof(
        fc.constantFrom(
          '',
          '"',
          '\\',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '-',
          '0',
          '1e999',
          'null',
          '\\u0000',
          '"__proto__":1,',
          '\ud800',
        ),
        fc.string(),
        fc.nat(source.length - 1).map((start) => source.slice(start, start + 30)),
      ),
    )
    .map(([start, length, by]) => source.slice(0, start) + by + source.slice(start + length));

describe('parsers of untrusted input', () => {
  it('parseManifest: an accepted manifest parses to the same value after serialisation', () => {
    fc.assert(
      fc.property(fc.oneof(spliceJson(text), fc.string(), fc.json()), (input) => {
        const parsed = parseManifest(input);
        if (parsed.ok) expect(parseManifest(serializeManifest(parsed.value))).toEqual(parsed);
        else expect(parsed.problems.length).toBeGreaterThan(0);
      }),
      { ...run, numRuns: 1500 },
    );
  });

  it('readJson: agrees with JSON.parse, except for repeated members and depth', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json({ maxDepth: 20 }), spliceJson('{"a":{"b":[1,"x\\"y",{"c":null}]},"d":"e"}')),
        (input) => {
          const read = readJson(input);
          if ('value' in read) expect(read.value).toEqual(JSON.parse(input));
          else if (read.flaw === 'syntax') expect(() => JSON.parse(input)).toThrow(SyntaxError);
        },
      ),
      { ...run, numRuns: 2000 },
    );
  });

  it('readJson: detects a repeated member in any spelling', () => {
    const escapeName = (name: string) =>
      [...name].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z"{}:,]{1,4}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(names, fc.nat(), fc.boolean(), (members, pick, isEscaped) => {
        const object = (more: string[]) =>
          `{${[...members.map((name) => JSON.stringify(name)), ...more].map((name) => `${name}:[{}]`).join()}}`;
        const repeated = members[pick % members.length] as string;
        expect(readJson(object([]))).toHaveProperty('value');
        expect(readJson(object([isEscaped ? `"${escapeName(repeated)}"` : JSON.stringify(repeated)]))).toEqual({
          flaw: 'duplicate',
          key: repeated,
        });
      }),
      run,
    );
  });

  it('parseEntry: accepts the entries that the schema and the rules of locations accept, with equal values', () => {
    const number = fc.oneof(
      { weight: 30, arbitrary: fc.integer({ min: 64, max: 500_000 }) },
      fc.maxSafeNat(),
      ...[0, 1, 8, 9, 64, 8_388_992, 8_388_993, 524_280, 524_281].map(fc.constant),
      ...[LIMITS.objects, LIMITS.bytes, LIMITS.packBytes].flatMap((n) => [n - 1, n, n + 1].map(fc.constant)),
      ...[-1, 0.5].map(fc.constant),
    );
    const sha256 = fc.constantFrom('e', '0', '1', '2', '3', 'E', 'g').map((digit) => digit.repeat(64));
    const path = fc.constantFrom(
      'objects/ab/x',
      'a',
      'b',
      'c.d',
      'e/f',
      'g',
      'a/../b',
      '/a',
      'a//b',
      'a\u00e9',
      'A',
      '',
      'nul',
      'x'.repeat(256),
    );
    const inPack = fc.record({ pack_sha256: sha256, offset: number, length: number });
    const location = fc
      .record({
        layout: fc.constantFrom('fanout', 'fanout', 'pack', 'pack', 'other'),
        path,
        more: fc.option(inPack),
        hasPath: fc.boolean(),
      })
      .map(({ layout, more, hasPath, ...rest }) => ({ layout, ...(hasPath && rest), ...more }));
    const sized = fc.record({ sha256, location, size_bytes: number, isLength: fc.boolean() });
    const blob = sized.map((fields) => ({ kind: 'blob', ...fields }));
    const records = fc
      .record({ fields: sized, entity: fc.constantFrom<string>(...ENTITIES, 'other'), seq: number })
      .chain(({ fields, ...rest }) =>
        fc
          .record({ record_chunks: number, records: number, media_type: fc.constantFrom(...MEDIA_TYPES) })
          .map((more) => ({ kind: 'records', ...fields, ...rest, ...more })),
      );
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(blob, records), ({ isLength, ...entry }) => {
        if (isLength && 'length' in entry.location) Object.assign(entry.location, { length: entry.size_bytes });
        const line = utf8(JSON.stringify(sortMembers(entry)));
        const slowly = indexEntrySchema.safeParse(parseCanonical(line));
        const isRight = slowly.success && checkLocation(slowly.data, []).length === 0;
        const read = parseEntry(line);
        expect(read.ok).toBe(isRight);
        if (read.ok) expect(read.value).toEqual(slowly.data);
        if (read.ok) taken += 1;
      }),
      { ...run, numRuns: 5_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('parseEntry and parseRecord: an accepted line is canonical', () => {
    const [, index] = [...golden].find(([, bytes]) => Buffer.from(bytes).includes('"kind":"records"')) as [
      string,
      Uint8Array,
    ];
    const [line = ''] = Buffer.from(index).toString().split('\n');
    fc.assert(
      fc.property(fc.oneof(spliceJson(line), fc.json()), fc.constantFrom(...ENTITIES), (input, entity) => {
        const entry = parseEntry(utf8(input));
        if (entry.ok) expect(serializeEntry(entry.value)).toBe(input);
        const record = parseRecord(entity, utf8(input));
        if (record.ok) expect(canonicalJson(record.value)).toBe(input);
      }),
      { ...run, numRuns: 1500 },
    );
  });

  it('ChunkStream and IndexStream: random bytes give problems and no exception', () => {
    const expected = manifest.index[0] as (typeof manifest.index)[0];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(), { maxLength: 4 }), (bytes, cuts) => {
        const chunks = new ChunkStream('tags');
        const index = new IndexStream(expected, new RunState());
        const found = pieces(bytes, cuts).flatMap((piece) => [
          ...chunks.push(piece, () => {}),
          ...index.push(piece, () => {}),
        ]);
        expect([...found, ...index.end()].length).toBeGreaterThan(0);
        if (bytes.length > 0) expect([...found, ...chunks.end()].length).toBeGreaterThan(0);
      }),
      run,
    );
  });

  it('verifyArchive: detects a change of several bytes anywhere', async () => {
    const paths = [...golden.keys()];
    const change = fc.record({
      file: fc.nat(paths.length - 1),
      at: fc.nat(),
      length: fc.nat(12),
      by: fc.uint8Array({ maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ file, at, length, by }) => {
        const path = paths[file] as string;
        const bytes = golden.get(path) as Uint8Array;
        const start = at % (bytes.length + 1);
        const changed = Uint8Array.from([...bytes.subarray(0, start), ...by, ...bytes.subarray(start + length)]);
        const report = await verify(createReader(new Map(golden).set(path, changed)), 3);
        const isSame = Buffer.from(changed).equals(bytes);
        if (path !== 'manifest.json' || !report.ok) expect(report.ok).toBe(isSame);
        else expect(report.manifest).toEqual(manifest);
      }),
      { ...run, numRuns: 400 },
    );
  });
});

describe('input that arrives in pieces gives the same result', () => {
  const cuts = fc.array(fc.nat(), { maxLength: 6 });

  it('from LineSplitter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 12 }).map((line) => line.replaceAll('\n', ''))),
        cuts,
        (lines, at) => {
          const splitter = new LineSplitter(100);
          const read: string[] = [];
          const bytes = utf8(lines.map((line) => `${line}\n`).join(''));
          for (const piece of pieces(bytes, at))
            expect(splitter.push(piece, (line) => read.push(Buffer.from(line).toString()))).toBe(true);
          expect(read).toEqual(lines.map((line) => Buffer.from(line).toString()));
          expect(splitter.end()).toBe(true);
        },
      ),
      run,
    );
  });

  it('from ChunkStream', () => {
    const chunk = fc.array(fc.stringMatching(/^[a-z]{0,20}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 1, maxLength: 8 }), cuts, (chunks, at) => {
        const bytes = Buffer.concat(chunks.map((lines) => encodeChunk('links', lines)));
        const stream = new ChunkStream('links');
        const read: string[] = [];
        const found = pieces(bytes, at).flatMap((piece) =>
          stream.push(piece, (line) => read.push(Buffer.from(line).toString())),
        );
        expect([...found, ...stream.end()]).toEqual([]);
        expect(read).toEqual(chunks.flat());
        expect(stream).toMatchObject({ chunks: chunks.length, records: read.length });
      }),
      run,
    );
  });
});

describe('comparisons', () => {
  const sign = (value: number) => Math.sign(value);

  it('compareUtf8 orders texts by their bytes in UTF-8', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 6 }).filter((value) => value.isWellFormed());
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { ...run, numRuns: 1000 },
    );
    expect(compareUtf8('\uffff', '😀')).toBeLessThan(0);
  });

  it('compareKeys compares keys part by part, and numbers by value', () => {
    expect(compareKeys(['a', 9], ['a', 10])).toBeLessThan(0);
    expect(compareKeys(['a', 10, 'x'], ['a', 10, 'x'])).toBe(0);
    expect(compareKeys(['b', 1], ['a', 2])).toBeGreaterThan(0);
  });

  it('compareEntries is antisymmetric and transitive, and returns 0 only for equal entries', () => {
    const place = fc
      .record({ entity: fc.constantFrom(...ENTITIES), seq: fc.nat(3) })
      .map((value) => ({ kind: 'records', ...value }) as IndexEntry);
    const blob = fc.constantFrom('a', 'b', 'c').map((sha256) => ({ kind: 'blob', sha256 }) as IndexEntry);
    const entry = fc.oneof(place, blob);
    fc.assert(
      fc.property(entry, entry, entry, (a, b, c) => {
        expect(sign(compareEntries(a, b))).toBe(0 - sign(compareEntries(b, a)));
        expect(compareEntries(a, b) === 0).toBe(canonicalJson(a) === canonicalJson(b));
        if (compareEntries(a, b) < 0 && compareEntries(b, c) < 0) expect(compareEntries(a, c)).toBeLessThan(0);
      }),
      { ...run, numRuns: 500 },
    );
  });
});

describe('input of extreme depth or size', () => {
  it.each([
    ['a million brackets', '['.repeat(1_000_000)],
    ['a million objects', '{"a":'.repeat(1_000_000)],
    ['a million escaped quotes', `"${'\\"'.repeat(1_000_000)}`],
    ['a million commas', ','.repeat(1_000_000)],
    ['a hundred thousand members', `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":0`).join()}}`],
  ])('parseManifest rejects a manifest of %s before the timeout', (_, input) => {
    expect(parseManifest(input).ok).toBe(false);
  });

  it.each([['['.repeat(500_000)], [`${'['.repeat(250_000)}${']'.repeat(250_000)}`], ['{"a":'.repeat(100_000)]])(
    'parseRecord rejects a record of nested brackets',
    (line) => {
      expect(parseRecord('tags', utf8(line)).ok).toBe(false);
    },
  );

  it('checkPath rejects every text with a character that is not permitted', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webPath(), fc.string()), (path) => {
        const isPlain = /^[A-Za-z0-9._/-]{1,255}$/.test(path);
        if (!isPlain) expect(checkPath(path)).not.toBeNull();
      }),
      run,
    );
  });

  it('the archive that these tests change has no problem', async () => {
    expect(await firstFinding(createReader(golden))).toBeNull();
  });
});
