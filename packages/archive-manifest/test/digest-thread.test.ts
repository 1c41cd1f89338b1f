import fs, { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { type Location, verifyArchive } from '../src/index.js';
import { createLocalDigests } from '../src/node/file-digests.js';
import { DigestThread, nodeSha256, openArchive, writeArchive } from '../src/node/index.js';
import {
  computeSha256,
  damageFile,
  goldenFiles,
  listCodes,
  makeArchiveFiles,
  readFiles,
  readLibrary,
  withFolder,
  writeFiles,
} from './support.js';

const library = readLibrary('full');
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
      const pending = paths.map((file) => digests.requestDigest({ file }));
      expect(pending.map((each) => each.waitSync())).toEqual(contents.map(computeSha256));
      expect(await Promise.all(pending.map((each) => each.wait()))).toEqual(contents.map(computeSha256));
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
      const expected = [content, ...found].map(computeSha256).join('');
      expect(digests.requestDigest({ file, parts }).waitSync()).toBe(expected);
      expect(createLocalDigests(fs, nodeSha256).requestDigest({ file, parts }).waitSync()).toBe(expected);
    });
  });

  it('throws an error with the code of the system for a missing file', async () => {
    const missing = digests.requestDigest({ file: '/nowhere/at/all' });
    expect(() => missing.waitSync()).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    await expect(missing.wait()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('leaves the files to the caller when the module of the thread is missing', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'file');
      writeFileSync(file, 'x');
      const alone = new DigestThread(pathToFileURL(join(folder, 'missing.js')));
      for (let n = 0; n < 2; n += 1) {
        expect(alone.requestDigest({ file }).waitSync()).toBe(computeSha256('x'));
        expect(await alone.requestDigest({ file }).wait()).toBe(computeSha256('x'));
      }
      alone.close();
    });
  });

  /** Returns a thread that runs a module with the given source. */
  function startModule(folder: string, source: string): DigestThread {
    const module = join(folder, 'module.mjs');
    writeFileSync(module, source);
    return new DigestThread(pathToFileURL(module));
  }

  it('leaves the files to the caller when the thread ends', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'file');
      writeFileSync(file, 'x');
      const broken = startModule(folder, 'throw new Error();');
      for (let n = 0; n < 2; n += 1) expect(await broken.requestDigest({ file }).wait()).toBe(computeSha256('x'));
      expect(broken.requestDigest({ file }).waitSync()).toBe(computeSha256('x'));
      broken.close();
    });
  });

  it('has started when its thread runs, and when it cannot run', async () => {
    const thread = new DigestThread();
    const began: string[] = [];
    const record = (worker: Worker) => worker.once('online', () => began.push('online'));
    process.once('worker', record);
    try {
      await thread.start();
      expect(began).toEqual(['online']);
      await new DigestThread(new URL('missing.js', import.meta.url)).start();
    } finally {
      thread.close();
      process.off('worker', record);
    }
  });

  it('rejects pending requests with ECANCELED when it is closed', async () => {
    await withFolder(async (folder) => {
      const closed = startModule(folder, 'setInterval(() => {}, 1000);');
      const pending = closed.requestDigest({ file: '/nowhere/at/all' }).wait();
      closed.close();
      await expect(pending).rejects.toMatchObject({ code: 'ECANCELED' });
    });
  });

  it('[ARC-EQUAL] gives the same archive as a writer without it', async () => {
    expect(await makeArchiveFiles(library, { bounds, digests })).toEqual(await makeArchiveFiles(library, { bounds }));
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
      writeFiles(folder, damageFile(whole, pack, { flip: [100, 3] }));
      writeArchive(folder, library, {
        bounds,
        digests,
        findLocation: (kind, sha256) => known.get(`${kind} ${sha256}`),
      });
      expect(readFiles(folder)).toEqual(whole);
    });
  });

  it('[ARC-BITS] gives the same problems as a verification without it', async () => {
    const files = goldenFiles('pack-and-fanout');
    const pack = [...files.keys()].find((path) => path.startsWith('packs/')) as string;
    await withFolder(async (folder) => {
      for (const change of [{}, { flip: [0, 0] }, { flip: [20, 1] }, { flip: [120, 7] }, { append: '00' }]) {
        writeFiles(folder, damageFile(files, pack, change));
        const codes = [{}, { digests }].map(async (options) => {
          const archive = openArchive(folder, options);
          const report = await verifyArchive(archive, { level: 3, hash: nodeSha256 });
          archive.close();
          return listCodes(report);
        });
        const [here, there] = await Promise.all(codes);
        expect(there).toEqual(here);
        expect(here?.length === 0).toBe(Object.keys(change).length === 0);
      }
    });
  });
});
