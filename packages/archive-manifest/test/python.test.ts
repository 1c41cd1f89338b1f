import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import damage from '../vectors/damage.json' with { type: 'json' };
import {
  ARCHIVES,
  createReader,
  damageFile,
  type Files,
  goldenFiles,
  hasPython,
  listCodes,
  verify,
  withFolder,
  writeFiles,
} from './support.js';

const script = fileURLToPath(new URL('../vectors/verify.py', import.meta.url));

/** Verifies archives with the independent Python reader; returns the codes for each. */
function verifyByPython(archives: readonly Files[]): Promise<string[][]> {
  return withFolder((folder) => {
    const folders = archives.map((_, n) => join(folder, `${n}`));
    for (const [n, files] of archives.entries()) writeFiles(folders[n] as string, files);
    const { status, stdout } = spawnSync('python3', [script, ...folders], { encoding: 'utf8' });
    const rows = stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
    expect(status).toBe(rows.length > 0 ? 1 : 0);
    return folders.map((one) =>
      rows.flatMap(([root = '', code = '']) => (basename(root) === basename(one) ? code : [])),
    );
  });
}

describe('[ARC-ALONE] the reader in Python', () => {
  const golden = ARCHIVES.map(({ name }) => goldenFiles(name));
  const broken = damage.cases.map(({ file, change }) => damageFile(goldenFiles(damage.archive), file, change));
  let found: string[][] = [];
  beforeAll(async () => {
    if (hasPython) found = [await verifyByPython(golden), await verifyByPython(broken)].flat();
  });

  it('accepts all vectors', (context) => {
    if (!hasPython) context.skip('python3 is not installed');
    const { status, stdout, stderr } = spawnSync('python3', [script], { encoding: 'utf8' });
    expect({ status, printed: stdout + stderr }).toEqual({ status: 0, printed: '' });
  });

  it('finds no problem in the archives of the vectors', (context) => {
    if (!hasPython) context.skip('python3 is not installed');
    expect(found.slice(0, golden.length)).toEqual(golden.map(() => []));
  });

  it('finds problems in the same damaged archives, with codes that this reader reports too', async (context) => {
    if (!hasPython) context.skip('python3 is not installed');
    for (const [n, files] of broken.entries()) {
      const ours = listCodes(await verify(createReader(files), 3));
      const theirs = found[golden.length + n] as string[];
      expect(theirs.length > 0, damage.cases[n]?.name).toBe(ours.length > 0);
      // The Python reader stops at the first problem of a file.
      expect(ours, damage.cases[n]?.name).toEqual(expect.arrayContaining(theirs));
    }
  });
});
