import { describe, expect, it } from 'vitest';
import {
  ARCHIVE_ERROR_CODES,
  ChunkStream,
  checkPath,
  describe as describeCode,
  type EntityName,
  encodeChunk,
  parseManifest,
  parseRecord,
  verifyCommit,
} from '../src/index.js';
import chunks from '../vectors/chunks.json' with { type: 'json' };
import manifests from '../vectors/manifests.json' with { type: 'json' };
import paths from '../vectors/paths.json' with { type: 'json' };
import records from '../vectors/records.json' with { type: 'json' };

const codes = (problems: readonly { code: string }[]) => [...new Set(problems.map(({ code }) => code))];
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a path', () => {
  it.each(paths.safe)('is safe: %j', (path) => {
    expect(checkPath(path)).toBeNull();
  });
  // Lone surrogates are not in the JSON vectors, because other implementations may refuse them.
  it.each([...paths.unsafe, '\ud800', 'a\udfff'])('is unsafe: %j', (path) => {
    expect(checkPath(path)).toMatchObject({ code: 'archive_path_unsafe' });
  });
});

describe('a manifest', () => {
  it.each(manifests.cases)('vector: $name', ({ replace, problems }) => {
    const text = replace.reduce((at, [from, to]) => at.replace(from as string, () => to as string), manifests.valid);
    const parsed = parseManifest(text);
    const found = parsed.ok ? (verifyCommit(parsed.value) ? [] : ['archive_commit_mismatch']) : codes(parsed.problems);
    expect(found).toEqual(problems);
    expect(parseManifest(utf8(text))).toEqual(parsed);
  });

  it.each([
    ['an invalid byte', Uint8Array.of(0x22, 0xff, 0x22)],
    ['an overlong slash', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)],
    ['an incomplete character', Uint8Array.of(0x22, 0xe2, 0x82)],
    ['a surrogate in UTF-8', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
  ])('is malformed with invalid UTF-8: %s', (_, bytes) => {
    expect(parseManifest(bytes)).toMatchObject({ ok: false, problems: [{ code: 'archive_manifest_malformed' }] });
  });

  it('is rejected with more than 8 MiB', () => {
    const padManifest = (length: number) => `${manifests.valid}${' '.repeat(length - manifests.valid.length)}`;
    expect(parseManifest(padManifest(8 * 1024 * 1024)).ok).toBe(true);
    const larger = parseManifest(padManifest(8 * 1024 * 1024 + 1));
    expect(larger).toMatchObject({ ok: false, problems: [{ code: 'archive_manifest_oversize' }] });
  });
});

describe('a chunk', () => {
  it.each(chunks)('vector: $name', ({ entity, chunk, lines, problems }) => {
    const bytes = new Uint8Array(Buffer.from(chunk, 'hex'));
    // Reads the whole input, single bytes, and pieces that do not end at chunk boundaries.
    for (const size of [bytes.length + 1, 1, 13]) {
      const stream = new ChunkStream(entity as EntityName);
      const read: string[] = [];
      const found = [];
      for (let at = 0; at < bytes.length; at += size)
        found.push(...stream.push(bytes.subarray(at, at + size), (line) => read.push(Buffer.from(line).toString())));
      found.push(...stream.end());
      expect({ lines: read, problems: codes(found) }).toEqual({ lines, problems });
    }
  });

  it('is encoded as in the first vector', () => {
    const [{ chunk, lines }] = chunks as [(typeof chunks)[number]];
    expect(Buffer.from(encodeChunk('tags', lines)).toString('hex')).toBe(chunk);
  });

  it.each([
    ['no lines', []],
    ['too many lines', Array<string>(65_536).fill('')],
    ['too many bytes', ['x'.repeat(1024 * 1024)]],
  ])('cannot be encoded with %s', (_, lines) => {
    expect(() => encodeChunk('tags', lines)).toThrow(RangeError);
  });
});

describe('a record', () => {
  it.each(records)('vector: $name', ({ entity, line, problems }) => {
    const parsed = parseRecord(entity as EntityName, utf8(line));
    expect(parsed.ok ? [] : codes(parsed.problems)).toEqual(problems);
  });
});

it('every error code has a title and advice', () => {
  for (const code of ARCHIVE_ERROR_CODES) {
    const { title, advice } = describeCode(code);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(advice).toMatch(/^[A-Z].*\.$/);
  }
});
