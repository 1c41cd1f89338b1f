import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import checkedIn from '../schema.json' with { type: 'json' };
import { manifestJsonSchema, parseManifest, validateManifest } from '../src/index.js';
import { goldenFiles, manifestIn } from './support.js';

/** Independent copy of the manifest schema: places, values, and true when a value is allowed there. */
const OK = true;
const NO = false;
const sha = 'a'.repeat(64);
const ids = (count: number, prefix = 'id_') => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

type Row = readonly [path: string, value: unknown, allowed: boolean];
const bounds = (path: string, least: number, most: number): Row[] => [
  [path, least - 1, NO],
  [path, least, OK],
  [path, least + 1, OK],
  [path, most - 1, OK],
  [path, most, OK],
  [path, most + 1, NO],
  [path, least + 0.5, NO],
  [path, String(least), NO],
  [path, null, NO],
];
const digests = (path: string): Row[] => [
  [path, sha, OK],
  [path, 'a'.repeat(63), NO],
  [path, 'a'.repeat(65), NO],
  [path, 'A'.repeat(64), NO],
  [path, `${'a'.repeat(63)}g`, NO],
  [path, `${sha}\n`, NO],
  [path, 0, NO],
];
const identifiers = (path: string): Row[] => [
  [path, 'a', NO],
  [path, 'ab', OK],
  [path, `a${'b'.repeat(126)}`, OK],
  [path, `a${'b'.repeat(127)}`, OK],
  [path, `a${'b'.repeat(128)}`, NO],
  [path, '0_.:-', OK],
  [path, '_a', NO],
  [path, 'Ab', NO],
  [path, 'a b', NO],
  [path, 'aä', NO],
  [path, 'ab\n', NO],
];
const constants = (path: string, value: unknown, others: unknown[]): Row[] => [
  [path, value, OK],
  ...others.map((other): Row => [path, other, NO]),
];
const words = (path: string, allowed: string[]): Row[] => [
  ...allowed.map((word): Row => [path, word, OK]),
  [path, '', NO],
  [path, 'other', NO],
  [path, allowed[0]?.toUpperCase(), NO],
];
const SAFE = Number.MAX_SAFE_INTEGER;
const makeUnboundedRows = (path: string, least: number): Row[] => [
  [path, least - 1, NO],
  [path, least, OK],
  [path, least + 1, OK],
  [path, SAFE, OK],
  [path, least + 0.5, NO],
  [path, String(least), NO],
  [path, null, NO],
];
const COUNTS =
  'collections notebooks search_notebooks tags documents revisions document_tags resources document_resources links provenance source_bundles'.split(
    ' ',
  );
const capabilityLists = ['required_capabilities', 'optional_capabilities'].flatMap((list): Row[] => [
  [`compatibility.${list}`, [], OK],
  [`compatibility.${list}`, ids(63), OK],
  [`compatibility.${list}`, ids(64), OK],
  [`compatibility.${list}`, ids(65), NO],
  [`compatibility.${list}`, ['a1', 'a1'], NO],
  [`compatibility.${list}`, ['A1'], NO],
  [`compatibility.${list}`, 'a1', NO],
]);
const TABLE: Row[] = [
  ...constants('format', 'service-archive', ['Service-Archive', '', 1]),
  ...constants('version', 2, [1, 3, '2', 2.5]),
  ...digests('commit_sha256'),
  ...identifiers('snapshot.id'),
  ...['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.123Z', '2028-02-29T23:59:59+02:00', '0000-01-01T00:00:00-12:30'].map(
    (time): Row => ['snapshot.created_at', time, OK],
  ),
  ...[
    '2026-11-21',
    '2026-11-21T10:00:00',
    '2026-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-11-21T24:00:00Z',
    'now',
    0,
  ].map((time): Row => ['snapshot.created_at', time, NO]),
  ...words('snapshot.target', ['full_archive', 'subset_transfer', 'publication_handoff']),
  ...identifiers('snapshot.database_id'),
  ...identifiers('snapshot.source_replica_id'),
  ...constants('snapshot.consistency', 'sqlite_read_transaction', ['', 'none']),
  ['snapshot.collection_ids', [], NO],
  ['snapshot.collection_ids', ids(1), OK],
  ['snapshot.collection_ids', ids(2), OK],
  ['snapshot.collection_ids', ids(999), OK],
  ['snapshot.collection_ids', ids(1000), OK],
  ['snapshot.collection_ids', ids(1001), NO],
  ['snapshot.collection_ids', ['Default'], NO],
  ...digests('snapshot.selection_manifest_sha256'),
  ...constants('compatibility.minimum_reader_version', 2, [1, 3]),
  ...['source_schema_version', 'minimum_schema_version', 'maximum_schema_version'].flatMap((field) =>
    makeUnboundedRows(`compatibility.${field}`, 12),
  ),
  ...capabilityLists,
  ['index', [], NO],
  ['index', 1, OK],
  ['index', 2, OK],
  ['index', 999, OK],
  ['index', 1000, OK],
  ['index', 1001, NO],
  ...digests('index.0.sha256'),
  ...bounds('index.0.size_bytes', 1, 67_108_864),
  ...bounds('index.0.entries', 1, 10_000),
  ...constants('index.0.media_type', 'application/vnd.service.archive-v2-index+jsonl', ['application/json']),
  ...words('index.0.location.layout', ['fanout', 'pack']),
  ['index.0.location', { layout: 'fanout' }, OK],
  ['index.0.location', {}, NO],
  ['index.0.location.path', '', NO],
  ['index.0.location.path', 'a', OK],
  ['index.0.location.path', 'a'.repeat(254), OK],
  ['index.0.location.path', 'a'.repeat(255), OK],
  ['index.0.location.path', 'a'.repeat(256), NO],
  ...digests('index.0.location.pack_sha256'),
  ...makeUnboundedRows('index.0.location.offset', 0),
  ...makeUnboundedRows('index.0.location.length', 0),
  ...bounds('totals.objects', 1, 8_000_000),
  ...bounds('totals.bytes', 0, 4_398_046_511_104),
  ...bounds('totals.record_chunks', 0, 64_000_000),
  ...bounds('totals.blobs', 0, 8_000_000),
  ...bounds('totals.packs', 0, 8_000_000),
  ...COUNTS.flatMap((count) => makeUnboundedRows(`counts.${count}`, 0)),
];

/** Objects of the manifest with their optional members; other members are required, and unknown ones are refused. */
const OBJECTS: [path: string, optional: string[]][] = [
  ['', []],
  ['snapshot', []],
  ['compatibility', []],
  ['index.0', []],
  ['index.0.location', ['path', 'pack_sha256', 'offset', 'length']],
  ['totals', ['packs']],
  ['counts', []],
];

type Json = Record<string, unknown>;
const valid = manifestIn(goldenFiles('every-entity'));
const splitPath = (path: string) => path.split('.').filter((part) => part !== '');
const get = (value: unknown, path: string) => splitPath(path).reduce((at, part) => (at as Json)[part], value) as Json;

/** Returns a valid manifest with a value at some path; a number stands for so many index objects. */
function withValue([path, value]: Row): unknown {
  const manifest = structuredClone(valid) as unknown as Json;
  const parts = splitPath(path);
  const last = parts.pop() as string;
  const filled = path === 'index' && typeof value === 'number' ? Array(value).fill(valid.index[0]) : value;
  get(manifest, parts.join('.'))[last] = filled;
  return manifest;
}

const ajv = formats.default(new Ajv2020({ strictTypes: false, allErrors: false }));
const byJsonSchema = ajv.compile(checkedIn);
const judge = (value: unknown) => ({ zod: validateManifest(value).ok, jsonSchema: byJsonSchema(value) });
const formatValue = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

describe('the schema of a manifest', () => {
  it('gives the JSON Schema in schema.json', () => {
    expect(manifestJsonSchema()).toEqual(checkedIn);
  });

  it.each(TABLE.map((row) => [row[0], formatValue(row[1]), row] as const))(
    'accepts and rejects values at the bounds: %s is %s',
    (_, __, row) => {
      expect(judge(withValue(row))).toEqual({ zod: row[2], jsonSchema: row[2] });
    },
  );

  it.each(OBJECTS)('rejects unknown and missing members: %s', (path, optional) => {
    for (const extra of ['other', '__proto__', 'constructor', 'toString']) {
      const manifest = structuredClone(valid);
      Object.defineProperty(get(manifest, path), extra, { value: 1, enumerable: true });
      expect(judge(manifest), extra).toEqual({ zod: false, jsonSchema: false });
    }
    for (const field of Object.keys(get(valid, path)).filter((name) => !optional.includes(name))) {
      const manifest = structuredClone(valid);
      delete get(manifest, path)[field];
      expect(judge(manifest), field).toEqual({ zod: false, jsonSchema: false });
    }
  });

  it.each([null, [], 1, 'x', true, undefined])('rejects a value that is not an object: %j', (value) => {
    expect(judge(value)).toEqual({ zod: false, jsonSchema: false });
  });
});

it('validateManifest names unknown fields, cut and escaped', () => {
  const manifest = manifestIn(goldenFiles('empty'));
  const getDetail = (more: object) => {
    const result = validateManifest({ ...manifest, ...more });
    return result.ok ? null : result.problems[0]?.detail;
  };
  expect(getDetail({ comment: 1 })).toBe('Unknown field: "comment"');
  expect(getDetail({ a: 1, b: 2 })).toBe('2 unknown fields: "a", "b"');
  expect(getDetail({ a: 1, b: 2, c: 3, d: 4 })).toBe('4 unknown fields: "a", "b", "c", …');
  expect(getDetail({ '\u202e': 1 })).toBe(String.raw`Unknown field: "\u202e"`);
  expect(getDetail({ ['x'.repeat(65)]: 1 })).toBe(`Unknown field: "${'x'.repeat(64)}…"`);
});

it('names a repeated field of the manifest, escaped and cut', () => {
  const getDetail = (name: string) => {
    const result = parseManifest(`{${name}:1,${name}:2}`);
    return result.ok ? null : result.problems[0]?.detail;
  };
  expect(getDetail('"version"')).toBe('An object has two members with the name "version"');
  expect(getDetail('"\u202e"')).toBe(String.raw`An object has two members with the name "\u202e"`);
  expect(getDetail(`"${'x'.repeat(65)}"`)).toBe(`An object has two members with the name "${'x'.repeat(64)}…"`);
});
