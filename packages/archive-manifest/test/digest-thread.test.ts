import fs, { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Location, verifyArchive } from '../src/index.js';
import { digestsHere } from '../src/node/file-digests.js';
import { DigestThread, nodeSha256, openArchive, writeArchive } from '../src/node/index.js';
import {
  codesOf,
  damaged,
  filesOf,
  goldenFiles,
  libraryOf,
  readFiles,
  sha256Of,
  withFolder,
  writeFiles,
} from './support.js';

const library = libraryOf('full');
const bounds = { fanoutFromBytes: 300, packBytes: 2500, indexEntries: 5, indexBytes: 100_000 };
const digests = new DigestThread();
afterAll(() => digests.close());

describe('DigestThread', () => {
  it('returns the digests of files, synchronously and asynchronously', async () => {
    await withFolder(async (folder) => {
      const contents = ['', 'x', 'y'.repeat(3_000_000)];
      const paths = contents.map((text, n) => {
        writeFileSync(join(folder, `${n}`), text);
        return join(folder, `${n}`);
      });
      const pending = paths.map((file) => digests.begin({ file }));
      expect(pending.map((each) => each.take())).toEqual(contents.map(sha256Of));
      expect(await Promise.all(pending.map((each) => each.later()))).toEqual(contents.map(sha256Of));
    });
  });

  it.each([
    ['parts that cover the file', 'abcdef', [1, 0, 5], ['a', '', 'bcdef']],
    ['bytes after the last part', 'abcdef', [1, 2], ['a', 'bcdef']],
    ['a file that ends within a part', 'abcdef', [4, 4, 1], ['abcd', 'ef', '']],
    ['an empty file', '', [0, 1], ['', '']],
    [
      'parts across the boundaries of reads',
      'x'.repeat(3_000_000),
      [1_048_577, 1_951_423],
      [1_048_577, 1_951_423].map((n) => 'x'.repeat(n)),
    ],
    ['5,000 parts', 'x'.repeat(5000), Array(5000).fill(1), Array(5000).fill('x')],
  ])('returns the digests of the parts of a file: %s', async (_, content, parts, found) => {
    await withFolder(async (folder) => {
      const file = join(folder, 'file');
      writeFileSync(file, content);
      const expected = [content, ...found].map(sha256Of).join('');
      expect(digests.begin({ file, parts }).take()).toBe(expected);
      expect(digestsHere(fs, nodeSha256).begin({ file, parts }).take()).toBe(expected);
    });
  });

  it('throws an error with the code of the system for a missing file', async () => {
    const missing = digests.begin({ file: '/nowhere/at/all' });
    expect(() => missing.take()).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    await expect(missing.later()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('rejects pending requests with ECANCELED when it is closed', async () => {
    const closed = new DigestThread();
    const pending = closed.begin({ file: '/nowhere/at/all' }).later();
    closed.close();
    await expect(pending).rejects.toMatchObject({ code: 'ECANCELED' });
  });

  it('[ARC-EQUAL] gives the same archive as a writer without it', async () => {
    expect(await filesOf(library, { bounds, digests })).toEqual(await filesOf(library, { bounds }));
  });

  it('[ARC-HEAL] detects an altered pack before its objects are used again', async () => {
    await withFolder((folder) => {
      const known = new Map<string, Location>();
      writeArchive(folder, library, {
        bounds,
        onEntries: (entries) => {
          for (const { kind, sha256, location } of entries) known.set(`${kind} ${sha256}`, location);
        },
      });
      const whole = readFiles(folder);
      const pack = [...whole.keys()].find((path) => path.startsWith('packs/')) as string;
      writeFiles(folder, damaged(whole, pack, { flip: [100, 3] }));
      writeArchive(folder, library, { bounds, digests, known: (kind, sha256) => known.get(`${kind} ${sha256}`) });
      expect(readFiles(folder)).toEqual(whole);
    });
  });

  it('[ARC-BITS] gives the same problems as a verification without it', async () => {
    const files = goldenFiles('pack-and-fanout');
    const pack = [...files.keys()].find((path) => path.startsWith('packs/')) as string;
    await withFolder(async (folder) => {
      for (const change of [{}, { flip: [0, 0] }, { flip: [20, 1] }, { flip: [120, 7] }, { append: '00' }]) {
        writeFiles(folder, damaged(files, pack, change));
        const codes = [{}, { digests }].map(async (options) => {
          const archive = openArchive(folder, options);
          const report = await verifyArchive(archive, { level: 3, hash: nodeSha256 });
          archive.close();
          return codesOf(report);
        });
        const [here, there] = await Promise.all(codes);
        expect(there).toEqual(here);
        expect(here?.length === 0).toBe(Object.keys(change).length === 0);
      }
    });
  });
});
