import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ArchiveErrorCode, type ArchiveRecords, verifyArchive } from '../src/index.js';
import { openArchive } from '../src/node/index.js';
import damage from '../vectors/damage.json' with { type: 'json' };
import {
  createReader,
  damageFile,
  type Files,
  firstFinding,
  goldenFiles,
  goldenFolder,
  listCodes,
  makeArchiveFiles,
  makeBlob,
  readLibrary,
  verify,
  withFolder,
} from './support.js';

const files = goldenFiles(damage.archive);
const findPath = (pattern: RegExp) => [...files.keys()].find((path) => pattern.test(path)) as string;
/** A file of each kind. */
const PATHS = {
  manifest: 'manifest.json',
  index: findPath(/^objects\/56\//),
  pack: findPath(/^packs\//),
  object: findPath(/^objects\/32\//),
} as const;

describe('a damaged file', () => {
  it.each(damage.cases)(
    'is reported at the lowest level that can detect it, with its codes: $name',
    async ({ file, change, level, problems }) => {
      const finding = await firstFinding(createReader(damageFile(files, file, change)));
      expect(finding).toEqual(level === null ? null : { level, codes: problems });
    },
  );
});

it('verifyArchive with a sample detects damage anywhere in a sampled object', async () => {
  const altered = damage.cases.filter(({ file, level }) => file === PATHS.object && level === 3);
  for (const { file, change, problems } of altered) {
    const options = { level: 3, sample: 1, random: () => 0 } as const;
    const report = await verifyArchive(createReader(damageFile(files, file, change)), options);
    expect(report.problems.map(({ code }) => code)).toEqual(problems);
  }
  expect(altered.length).toBeGreaterThan(0);
});

describe('a path that is not a regular file', () => {
  const makers: Record<string, (path: string) => void> = {
    'a link': (path) => symlinkSync(`${path}.elsewhere`, path),
    'a folder': (path) => mkdirSync(path),
    'a pipe': (path) => execFileSync('mkfifo', [path]),
  };
  const levels = { manifest: 0, index: 1, pack: 2, object: 2 };
  const cases = Object.entries(PATHS).flatMap(([kind, path]) =>
    Object.keys(makers).map((maker) => [kind as keyof typeof PATHS, maker, path] as const),
  );

  it.each(cases)('is reported as archive_not_regular: the %s replaced by %s', async (kind, maker, path) => {
    await withFolder(async (folder) => {
      await cp(goldenFolder('pack-and-fanout'), folder, { recursive: true });
      const whole = join(folder, path);
      await cp(whole, `${whole}.elsewhere`);
      rmSync(whole);
      makers[maker]?.(whole);
      const archive = openArchive(folder);
      expect(await firstFinding(archive)).toEqual({ level: levels[kind], codes: ['archive_not_regular'] });
      archive.close();
    });
  });

  it('is reported as archive_not_regular: a folder of the path replaced by a link', async () => {
    await withFolder(async (folder) => {
      await cp(goldenFolder('pack-and-fanout'), folder, { recursive: true });
      const packs = join(folder, dirname(PATHS.pack));
      await cp(packs, join(folder, 'elsewhere'), { recursive: true });
      rmSync(packs, { recursive: true });
      symlinkSync(join(folder, 'elsewhere'), packs);
      const archive = openArchive(folder);
      expect(await firstFinding(archive)).toEqual({ level: 2, codes: ['archive_not_regular'] });
      archive.close();
    });
  });
});

describe('a single flipped bit', () => {
  /** Smallest archive with a file of every kind. */
  let tiny: Files;
  beforeAll(async () => {
    const { records, ...about } = readLibrary('empty');
    const resources = ['a', 'bb'].map((content) => ({ ...resource, id: `res_${content}`, ...sizeAndDigest(content) }));
    const blobs = ['a', 'bb'].map(makeBlob).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
    const source = { ...about, records: { ...records, resources }, blobs };
    tiny = await makeArchiveFiles(source, { bounds: { fanoutFromBytes: 2 } });
  });
  const resource: ArchiveRecords['resources'] = {
    id: '',
    sha256: '',
    size_bytes: 0,
    filename: 'x',
    mime_type: 'text/plain',
    created_at: '2026-11-21T10:00:00.000Z',
    unattached_at: null,
    unattached_by: null,
    sources: [],
  };
  const sizeAndDigest = (content: string) => ({ sha256: makeBlob(content).sha256, size_bytes: content.length });

  /** Problem code that damage to each kind of file causes, and the level that detects it. */
  const EXPECTED: [kind: string, path: RegExp, level: 0 | 1 | 3, main: ArchiveErrorCode | null][] = [
    ['manifest', /^manifest\.json$/, 0, null],
    ['index', /^objects\/(?!.*\/3b64db95)/, 1, 'archive_index_digest'],
    ['object', /^objects\/.*\/3b64db95/, 3, 'archive_object_digest'],
    ['pack', /^packs\//, 3, 'archive_pack_digest'],
  ];

  /** Returns true when the problems name the damaged file, or objects in it, and nothing else. */
  const isNamed = (codes: ArchiveErrorCode[], main: ArchiveErrorCode | null) =>
    main === null
      ? codes.length > 0
      : codes.includes(main) && codes.every((code) => code === main || code === 'archive_object_digest');

  it.each(EXPECTED)('[ARC-BITS] is detected at every position: %s', async (_, pattern, level, main) => {
    const [path, bytes] = [...tiny].find(([name]) => pattern.test(name)) as [string, Uint8Array];
    const damaged = new Map(tiny).set(path, bytes.slice());
    const reader = createReader(damaged);
    const copy = damaged.get(path) as Uint8Array;
    const missed: [at: number, codes: string[]][] = [];
    // One bit of each byte, in turn; `npm run reliability:bits` flips every bit.
    for (const [at, byte] of bytes.entries()) {
      copy[at] = byte ^ (1 << (at & 7));
      const codes = listCodes(await verify(reader, level));
      if (!isNamed(codes, main)) missed.push([at, codes]);
      copy[at] = byte;
    }
    expect(missed).toEqual([]);
    if (level > 0) {
      copy[0] = (copy[0] as number) ^ 1;
      expect(listCodes(await verify(reader, level === 3 ? 2 : 0))).toEqual([]);
    }
  });
});

it('verifyArchive detects an index object that reads differently the second time', async () => {
  const sound = createReader(files);
  let reads = 0;
  const report = await verify(
    {
      ...sound,
      read: async (path, offset, length) => {
        const bytes = await sound.read(path, offset, length);
        if (path !== PATHS.index || reads++ === 0) return bytes;
        return bytes.with(10, (bytes[10] as number) ^ 1);
      },
    },
    1,
  );
  expect(listCodes(report)).toContain('archive_index_digest');
});

it('verifyArchive throws archive_interrupted when its signal is aborted', async () => {
  const signal = { aborted: false };
  const stopped = verifyArchive(createReader(files), {
    level: 3,
    signal,
    onProgress: ({ objects }) => {
      signal.aborted = objects > 3;
    },
  });
  await expect(stopped).rejects.toMatchObject({ code: 'archive_interrupted' });
});

it('verifyArchive throws the error of a reader that fails, and reports no problem', async () => {
  const failing = { ...createReader(files), size: () => Promise.reject(new Error('EIO')) };
  await expect(verify(failing, 0)).rejects.toThrow('EIO');
});

it('a folder with .export and without manifest is reported as archive_manifest_unfinished', async () => {
  const unfinished = await verify(createReader(new Map(), ['.export']), 0);
  expect(listCodes(unfinished)).toEqual(['archive_manifest_unfinished']);
});

it('extra files are counted in a warning and are no problem', async () => {
  const report = await verify(createReader(new Map(files).set('README.txt', new Uint8Array(3))), 3);
  expect(report).toMatchObject({
    ok: true,
    warnings: [{ code: 'archive_extraneous', detail: 'Number of extra files: 1' }],
  });
});
