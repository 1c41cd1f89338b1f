import { describe, expect, it } from 'vitest';
import { FileClaims } from '../src/index/file-claims.js';
import {
  type ArchiveErrorCode,
  ChunkStream,
  canonicalJson,
  encodeChunk,
  type IndexEntry,
  IndexStream,
  LIMITS,
  type Manifest,
  packHeader,
  packPrefix,
  RunState,
  snapshotId,
} from '../src/index.js';
import { LineSplitter } from '../src/lines.js';
import {
  computeSha256,
  createReader,
  type Files,
  firstFinding,
  goldenFiles,
  manifestIn,
  verify,
  withManifest,
} from './support.js';

const packed = goldenFiles('pack-and-fanout');
const makeFinding = (level: 0 | 1 | 2 | 3, ...codes: ArchiveErrorCode[]) => ({ level, codes });
const utf8 = (text: string) => new TextEncoder().encode(text);
const fanout = (sha256: string) => `objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

const indexPath = (files: Files) => manifestIn(files).index[0]?.location.path as string;
const readEntries = (files: Files): IndexEntry[] =>
  Buffer.from(files.get(indexPath(files)) as Uint8Array)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as IndexEntry);

/** Returns the manifest with the id that follows from the valid entries of an index. */
function withSnapshotId(manifest: Manifest, text: string): Manifest {
  const entries = [...text.matchAll(/"kind":"(\w+)".*"sha256":"([0-9a-f]{64})","size_bytes"/g)];
  const entriesSha256 = computeSha256(entries.map(([, kind, sha256]) => `${kind} ${sha256}\n`).join(''));
  const id = snapshotId(manifest.snapshot, { counts: manifest.counts, entriesSha256 });
  return { ...manifest, snapshot: { ...manifest.snapshot, id } };
}

/** Returns the archive with another index and a manifest with matching digest, size, entries and id. */
function withIndex(
  files: Files,
  text: string,
  change: (manifest: Manifest) => Manifest = (manifest) => manifest,
): Files {
  const bytes = utf8(text);
  const sha256 = computeSha256(bytes);
  const entries = Math.min(text.split('\n').length - 1, LIMITS.indexEntries);
  const others = new Map([...files].filter(([path]) => path !== indexPath(files)));
  return withManifest(others.set(fanout(sha256), bytes), (manifest) => {
    const [object] = manifest.index as [Manifest['index'][number]];
    const index = [{ ...object, sha256, size_bytes: bytes.length, entries, location: { layout: 'fanout' as const } }];
    const changed = change({ ...manifest, index, totals: { ...manifest.totals, objects: entries } });
    return withSnapshotId(changed, text);
  });
}
const toLines = (entries: readonly unknown[]) => entries.map((entry) => `${canonicalJson(entry)}\n`).join('');
const withEntries = (change: (entries: IndexEntry[]) => unknown[]) =>
  withIndex(packed, toLines(change(readEntries(packed))));
const at = <Value>(values: Value[], n: number) => values.at(n) as Value;
const inPack = (entries: IndexEntry[], n: number, location: object) =>
  entries.map((entry, m) => (m === n ? { ...entry, location: { ...entry.location, ...location } } : entry));

describe('[ARC-HOSTILE] an invalid index with a matching manifest', () => {
  const cases: [name: string, files: () => Files, finding: ReturnType<typeof makeFinding>][] = [
    [
      'an entry twice',
      () => withEntries(([first, , ...rest]) => [first, first, ...rest]),
      makeFinding(1, 'archive_index_order'),
    ],
    [
      'two entries in the wrong order',
      () => withEntries(([a, b, ...rest]) => [b, a, ...rest]),
      makeFinding(1, 'archive_index_order'),
    ],
    [
      'a gap in the numbers',
      () => withEntries(([a, ...rest]) => [{ ...a, seq: 1 }, ...rest]),
      makeFinding(1, 'archive_index_order'),
    ],
    [
      'blobs before records',
      () => withEntries((entries) => [at(entries, -1), ...entries.slice(0, -1)]),
      makeFinding(1, 'archive_index_order', 'archive_pack_overlap'),
    ],
    [
      'objects that share bytes',
      () => withEntries((entries) => inPack(entries, 1, { offset: at(entries, 0).location.offset })),
      makeFinding(1, 'archive_pack_overlap'),
    ],
    [
      'an object over the prefix of the next',
      () => withEntries((entries) => inPack(entries, 1, { offset: (at(entries, 1).location.offset ?? 0) - 1 })),
      makeFinding(1, 'archive_pack_overlap'),
    ],
    [
      'an object in the header',
      () => withEntries((entries) => inPack(entries, 0, { offset: 63 })),
      makeFinding(1, 'archive_pack_range'),
    ],
    [
      'an offset beyond every pack',
      () => withEntries((entries) => inPack(entries, 12, { offset: LIMITS.packBytes })),
      makeFinding(1, 'archive_pack_oversize'),
    ],
    [
      'an offset that overflows',
      () => withEntries((entries) => inPack(entries, 12, { offset: Number.MAX_SAFE_INTEGER })),
      makeFinding(1, 'archive_pack_oversize'),
    ],
    [
      'an offset after the end of the pack',
      () => withEntries((entries) => inPack(entries, 16, { offset: 1_000_000 })),
      makeFinding(2, 'archive_pack_range'),
    ],
    [
      'a length that is not the size',
      () => withEntries((entries) => inPack(entries, 0, { length: 1 })),
      makeFinding(1, 'archive_pack_range'),
    ],
    [
      'a pack without an offset',
      () => withEntries((entries) => inPack(entries, 0, {}).map(withoutOffset)),
      makeFinding(1, 'archive_index_line'),
    ],
    [
      'a path out of the folder',
      () => withEntries((entries) => inPack(entries, 12, { path: '../x' })),
      makeFinding(1, 'archive_path_unsafe'),
    ],
    [
      'a second path of a pack',
      () => withEntries((entries) => inPack(entries, 12, { path: 'other' })),
      makeFinding(1, 'archive_path_unsafe'),
    ],
    [
      'the path of the manifest',
      () => withFanoutPaths((n) => ['Manifest.JSON', 'other'][n]),
      makeFinding(1, 'archive_path_unsafe'),
    ],
    [
      'a path in the folder of objects',
      () => withFanoutPaths((n) => `${['Objects', 'other'][n]}/x`),
      makeFinding(1, 'archive_path_unsafe'),
    ],
    [
      'one path for two objects',
      () => withFanoutPaths((n) => 'aA'.repeat(3 - n).slice(0, 2)),
      makeFinding(1, 'archive_path_unsafe'),
    ],
    [
      'paths that differ in upper case',
      () => withFanoutPaths((n) => (n === 0 ? 'blob' : 'BLOB')),
      makeFinding(1, 'archive_path_unsafe'),
    ],
    [
      '__proto__ in an entry',
      () => withLine((line) => `{"__proto__":{},${line.slice(1)}`),
      makeFinding(1, 'archive_index_line'),
    ],
    ['an extra field', () => withLine((line) => `{"a":1,${line.slice(1)}`), makeFinding(1, 'archive_index_line')],
    ['white space', () => withLine((line) => line.replace(':', ': ')), makeFinding(1, 'archive_index_line')],
    [
      'a member twice',
      () => withLine((line) => line.replace('"kind"', '"kind":"blob","kind"')),
      makeFinding(1, 'archive_index_line'),
    ],
    ['an empty line', () => withLine((line) => `${line}\n`), makeFinding(1, 'archive_index_line')],
    ['CR before LF', () => withLine((line) => `${line}\r`), makeFinding(1, 'archive_index_line')],
    ['a byte order mark', () => withLine((line) => `\ufeff${line}`), makeFinding(1, 'archive_index_line')],
    ['a line of 4,097 bytes', () => withLine((line) => line.padEnd(4096)), makeFinding(1, 'archive_index_line')],
    ['a line of a megabyte', () => withLine(() => 'x'.repeat(1024 * 1024)), makeFinding(1, 'archive_index_line')],
    ['a line of brackets', () => withLine(() => '['.repeat(4000)), makeFinding(1, 'archive_index_line')],
    [
      'a last line without LF',
      () => withIndex(packed, toLines(readEntries(packed)).slice(0, -1), oneEntryMore),
      makeFinding(1, 'archive_index_line'),
    ],
    [
      'an entry fewer than declared',
      () => withIndex(packed, toLines(readEntries(packed).slice(0, -1)), oneEntryMore),
      makeFinding(1, 'archive_index_entries'),
    ],
    [
      'a wrong sum of bytes',
      () => withManifest(packed, withTotal('bytes', 1)),
      makeFinding(1, 'archive_totals_mismatch'),
    ],
    [
      'a wrong number of packs',
      () => withManifest(packed, withTotal('packs', 2)),
      makeFinding(1, 'archive_totals_mismatch'),
    ],
    ['the id of another snapshot', () => withManifest(packed, withId), makeFinding(1, 'archive_snapshot_mismatch')],
    ['a wrong count of records', () => withManifest(packed, withCount), makeFinding(1, 'archive_count_mismatch')],
  ];

  it.each(cases)('is reported: %s', async (_, files, finding) => {
    expect(await firstFinding(createReader(files()))).toEqual(finding);
  });

  it('is rejected with more than 10,000 entries', async () => {
    const blobs = Array.from({ length: LIMITS.indexEntries + 1 }, (_, n) => computeSha256(`${n}`)).sort();
    const entries = blobs.map((sha256) => ({ kind: 'blob', sha256, size_bytes: 1, location: { layout: 'fanout' } }));
    const total = { objects: 10_000, bytes: 10_000, record_chunks: 0, blobs: 10_000 };
    const counts = Object.fromEntries(Object.keys(manifestIn(packed).counts).map((name) => [name, 0]));
    const archive = (count: number) =>
      createReader(
        withIndex(packed, toLines(entries.slice(0, count)), (manifest) => ({
          ...manifest,
          totals: total,
          counts: counts as Manifest['counts'],
        })),
      );
    expect(await firstFinding(archive(10_000))).toEqual(makeFinding(2, 'archive_object_missing'));
    expect(await firstFinding(archive(10_001))).toEqual(makeFinding(1, 'archive_index_entries'));
  });

  const withoutOffset = (entry: unknown, n: number) => {
    const { location, ...rest } = entry as IndexEntry;
    const { offset: _, ...others } = location;
    return { ...rest, location: n === 0 ? others : location };
  };
  const withLine = (change: (line: string) => string) => {
    const [first, ...rest] = readEntries(packed).map((entry) => canonicalJson(entry)) as [string];
    return withIndex(packed, [change(first), ...rest, ''].join('\n'), (manifest) => ({
      ...manifest,
      index: manifest.index.map((object) => ({ ...object, entries: 17 })),
      totals: { ...manifest.totals, objects: 17 },
    }));
  };
  const withFanoutPaths = (path: (n: number) => string | undefined) =>
    withEntries((entries) => {
      let n = 0;
      return entries.map((entry) =>
        entry.location.layout === 'pack' ? entry : { ...entry, location: { layout: 'fanout', path: path(n++) } },
      );
    });
  const oneEntryMore = (manifest: Manifest): Manifest => ({
    ...manifest,
    index: manifest.index.map((object) => ({ ...object, entries: 17 })),
    totals: { ...manifest.totals, objects: 17 },
  });
  const withTotal = (field: 'bytes' | 'packs', value: number) => (manifest: Manifest) => ({
    ...manifest,
    totals: { ...manifest.totals, [field]: value },
  });
  const withId = (manifest: Manifest) => ({ ...manifest, snapshot: { ...manifest.snapshot, id: 'snap_of_another' } });
  const withCount = (manifest: Manifest) => ({ ...manifest, counts: { ...manifest.counts, tags: 3 } });
});

describe('[ARC-HOSTILE] an invalid manifest with a matching commit', () => {
  const changes: [name: string, change: (manifest: Manifest) => Manifest, codes: ArchiveErrorCode[]][] = [
    ['a schema outside its bounds', (m) => compatible(m, { minimum_schema_version: 13 }), ['archive_schema_range']],
    [
      'schema bounds that exclude the reader',
      (m) => compatible(m, { source_schema_version: 13, minimum_schema_version: 13, maximum_schema_version: 14 }),
      ['archive_schema_range'],
    ],
    [
      'an unknown required capability',
      (m) => compatible(m, { required_capabilities: ['records.jsonl.v2'] }),
      ['archive_capability_unsupported'],
    ],
    [
      'a collection twice',
      (m) => ({ ...m, snapshot: { ...m.snapshot, collection_ids: ['aa', 'aa'] } }),
      ['archive_schema_invalid'],
    ],
    [
      'a number of objects that differs from the entries',
      (m) => ({ ...m, totals: { ...m.totals, objects: 16 } }),
      ['archive_totals_mismatch'],
    ],
    ['more blobs than objects', (m) => ({ ...m, totals: { ...m.totals, blobs: 18 } }), ['archive_totals_mismatch']],
    ['a total of 0 packs', (m) => ({ ...m, totals: { ...m.totals, packs: 0 } }), ['archive_totals_mismatch']],
    ['more packs than objects', (m) => ({ ...m, totals: { ...m.totals, packs: 18 } }), ['archive_totals_mismatch']],
    [
      'more chunks than records',
      (m) => ({ ...m, totals: { ...m.totals, record_chunks: 90 } }),
      ['archive_totals_mismatch'],
    ],
    ['too many chunks', (m) => ({ ...m, totals: { ...m.totals, record_chunks: 1000 } }), ['archive_totals_mismatch']],
    [
      'an index object twice',
      (m) => ({ ...m, index: [...m.index, ...m.index], totals: { ...m.totals, objects: 34 } }),
      ['archive_index_order', 'archive_totals_mismatch'],
    ],
    [
      'an index outside the folder',
      (m) => relocateIndex(m, { layout: 'fanout', path: '../../index' }),
      ['archive_path_unsafe'],
    ],
    ['an index in a pack without a pack', (m) => relocateIndex(m, { layout: 'pack' }), ['archive_schema_invalid']],
    [
      'an index file with an offset',
      (m) => relocateIndex(m, { layout: 'fanout', offset: 1 }),
      ['archive_schema_invalid'],
    ],
  ];
  const compatible = (manifest: Manifest, change: Partial<Manifest['compatibility']>) => ({
    ...manifest,
    compatibility: { ...manifest.compatibility, ...change },
  });
  const relocateIndex = (manifest: Manifest, location: Manifest['index'][number]['location']) => ({
    ...manifest,
    index: manifest.index.map((object) => ({ ...object, location })),
  });

  it.each(changes)('is reported: %s', async (_, change, codes) => {
    expect(await firstFinding(createReader(withManifest(packed, change)))).toEqual(makeFinding(0, ...codes));
  });

  it('is accepted with an unknown optional capability', async () => {
    const files = withManifest(packed, (manifest) => compatible(manifest, { optional_capabilities: ['x.later'] }));
    expect(await firstFinding(createReader(files))).toBeNull();
  });

  it('is accepted with an index object in a pack, whose prefix and range are checked', async () => {
    const index = packed.get(indexPath(packed)) as Uint8Array;
    const sha256 = computeSha256(index);
    const archiveWith = (kind: 'index' | 'blob', cut = 0) => {
      const pack = Buffer.concat([packHeader(), packPrefix(kind, sha256, index.length), index]);
      const pack_sha256 = computeSha256(pack);
      const location = { layout: 'pack', pack_sha256, offset: 64, length: index.length } as const;
      const files = new Map(packed).set(`packs/${pack_sha256.slice(0, 2)}/${pack_sha256}.pack`, pack.subarray(cut));
      const totals = { ...manifestIn(packed).totals, packs: 2 };
      return createReader(withManifest(files, (manifest) => ({ ...relocateIndex(manifest, location), totals })));
    };
    expect(await firstFinding(archiveWith('index'))).toBeNull();
    expect(await firstFinding(archiveWith('blob'))).toEqual(makeFinding(3, 'archive_pack_frame'));
    expect(await firstFinding(archiveWith('index', 1))).toEqual(makeFinding(1, 'archive_pack_range'));
  });
});

describe('[ARC-HOSTILE] an invalid object with a matching entry', () => {
  const plain = goldenFiles('fanout');
  const tag = (id: string, more: object = {}) =>
    canonicalJson({ id, name: 'x', created_at: '2026-11-21T10:00:00.000Z', ...more });

  /** Returns the archive with another object of tags; `entry` overrides members of its index entry. */
  function withTags(bytes: Uint8Array, entry: object = {}, records = 2): Files {
    const sha256 = computeSha256(bytes);
    const entries = readEntries(plain).map((one) =>
      one.kind === 'records' && one.entity === 'tags'
        ? { ...one, sha256, size_bytes: bytes.length, records, location: { layout: 'fanout' }, ...entry }
        : one,
    );
    const size = entries.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    return withIndex(new Map(plain).set(fanout(sha256), bytes), toLines(entries), (manifest) => ({
      ...manifest,
      totals: { ...manifest.totals, bytes: size },
      counts: { ...manifest.counts, tags: records },
    }));
  }

  const cases: [name: string, files: () => Files, code: ArchiveErrorCode][] = [
    ['a blob declared as records', () => withTags(utf8('no records at all')), 'archive_chunk_frame'],
    [
      'records of another entity',
      () => withTags(encodeChunk('documents', [tag('tag_1'), tag('tag_2')])),
      'archive_chunk_frame',
    ],
    [
      'records that repeat an id',
      () => withTags(encodeChunk('tags', [tag('tag_1'), tag('tag_1')])),
      'archive_record_order',
    ],
    ['records out of order', () => withTags(encodeChunk('tags', [tag('tag_2'), tag('tag_1')])), 'archive_record_order'],
    ['a missing record', () => withTags(encodeChunk('tags', [tag('tag_1')])), 'archive_count_mismatch'],
    [
      'an extra record',
      () => withTags(encodeChunk('tags', [tag('tag_1'), tag('tag_2')]), {}, 1),
      'archive_count_mismatch',
    ],
    ['an extra chunk', () => withTags(twoChunks()), 'archive_count_mismatch'],
    [
      'a record with an extra field',
      () => withTags(encodeChunk('tags', [tag('tag_1'), tag('tag_2', { x: 1 })])),
      'archive_record_invalid',
    ],
    [
      'an empty object as a record',
      () => withTags(encodeChunk('tags', [tag('tag_1'), '{}'])),
      'archive_record_invalid',
    ],
  ];
  const twoChunks = () => Buffer.concat(['tag_1', 'tag_2'].map((id) => encodeChunk('tags', [tag(id)])));

  it.each(cases)('is reported: %s', async (_, files, code) => {
    expect(await firstFinding(createReader(files()))).toEqual(makeFinding(3, code));
  });

  it('is accepted with records in order', async () => {
    expect(await firstFinding(createReader(withTags(encodeChunk('tags', [tag('tag_1'), tag('tag_2')]))))).toBeNull();
  });

  it.each([
    ['kind of an object', 16 + 40],
    ['length of an object', 16 + 39],
    ['digest of an object', 16],
    ['version in the header', 4],
    ['last byte of the header', 15],
  ])('is reported as archive_pack_frame when the pack has another %s', async (_, byte) => {
    const [path, bytes] = [...packed].find(([name]) => name.startsWith('packs/')) as [string, Uint8Array];
    const pack = bytes.with(byte, 2 ^ (bytes[byte] as number));
    const pack_sha256 = computeSha256(pack);
    const own = `packs/${pack_sha256.slice(0, 2)}/${pack_sha256}.pack`;
    const moved = readEntries(packed).map((entry) =>
      entry.location.layout === 'pack' ? { ...entry, location: { ...entry.location, path: own, pack_sha256 } } : entry,
    );
    const files = new Map([...packed].filter(([name]) => name !== path)).set(own, pack);
    expect(await firstFinding(createReader(withIndex(files, toLines(moved))))).toEqual(
      makeFinding(3, 'archive_pack_frame'),
    );
  });

  it('is reported as archive_pack_oversize in a pack of more than 4 GiB', async () => {
    const sound = createReader(packed);
    const reader = {
      ...sound,
      size: async (path: string) => (path.startsWith('packs/') ? LIMITS.packBytes + 1 : sound.size(path)),
    };
    expect(await firstFinding(reader)).toEqual(makeFinding(2, 'archive_pack_oversize'));
  });

  it('is reported without its content', async () => {
    const secret = 'a secret of its author';
    const line = tag('tag_1', { [secret]: secret, name: secret, created_at: secret });
    const report = await verify(createReader(withTags(encodeChunk('tags', [line, line]))), 3);
    expect(report.ok).toBe(false);
    expect(JSON.stringify(report.problems)).not.toContain(secret);
  });
});

describe('limits of a reader', () => {
  const digit = (n: number) => n.toString(16).padStart(64, '0');

  it('FileClaims reports archive_limit_exceeded beyond the maximum number of unusual paths', () => {
    const claims = new FileClaims();
    const claim = (n: number) =>
      claims.claim({ sha256: digit(n), size_bytes: 1, location: { layout: 'fanout', path: `own/${n}` } });
    for (let n = 0; n < LIMITS.ownPaths; n += 1) if (claim(n) !== null) throw new Error(`${n}`);
    expect(claim(LIMITS.ownPaths)).toMatchObject({ code: 'archive_limit_exceeded' });
  });

  it('FileClaims reports archive_limit_exceeded beyond the maximum number of packs', () => {
    const claims = new FileClaims();
    const claim = (n: number) =>
      claims.claim({
        sha256: digit(n),
        size_bytes: 1,
        location: { layout: 'pack', pack_sha256: digit(n), offset: 64, length: 1 },
      });
    for (let n = 0; n < LIMITS.packsRead; n += 1) if (claim(n) !== null) throw new Error(`${n}`);
    expect(claim(LIMITS.packsRead)).toMatchObject({ code: 'archive_limit_exceeded' });
  });

  it('IndexStream reports a wrong size, digest and number of entries', () => {
    const [object] = manifestIn(packed).index as [Manifest['index'][number]];
    const bytes = packed.get(indexPath(packed)) as Uint8Array;
    const collectCodes = (given: Uint8Array, expected: typeof object) => {
      const stream = new IndexStream(expected, new RunState());
      return [...stream.push(given, () => {}), ...stream.end()].map(({ code }) => code);
    };
    expect(collectCodes(bytes, object)).toEqual([]);
    expect(collectCodes(bytes, { ...object, size_bytes: 1 })).toEqual(['archive_index_size']);
    expect(collectCodes(bytes, { ...object, sha256: digit(0) })).toEqual(['archive_index_digest']);
    expect(collectCodes(bytes, { ...object, entries: 1 })).toEqual(['archive_index_entries']);
  });

  it('LineSplitter and ChunkStream reject a line above the maximum length', () => {
    const splitter = new LineSplitter(100);
    expect(splitter.push(new Uint8Array(99), () => {})).toBe(true);
    expect(splitter.push(new Uint8Array(1), () => {})).toBe(false);
    const findProblems = (length: number) =>
      new ChunkStream('tags').push(encodeChunk('tags', ['x'.repeat(length)]), () => {});
    expect(findProblems(512 * 1024 - 1)).toEqual([]);
    expect(findProblems(512 * 1024)).toMatchObject([{ code: 'archive_record_invalid' }]);
  });
});
