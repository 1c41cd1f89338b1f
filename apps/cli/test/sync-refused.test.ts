import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcess, testLibrary } from './support.js';

const setUp = async () => {
  const library = testLibrary(inProcess);
  const folder = join(dirname(library.dataDir), 'share');
  mkdirSync(folder);
  for (const [key, value] of [
    ['sync.target', 'directory'],
    ['sync.directory.path', folder],
  ] as const)
    expect((await library.run(['config', 'set', key, value])).code).toBe(0);
  return library;
};

test('sync pair with a wrong code leaves no library [SYNC-PAIR-CODE]', async () => {
  const { dataDir, run } = await setUp();
  const before = readdirSync(dirname(dataDir), { recursive: true }).sort();
  const { code, stdout, stderr } = await run([
    'sync',
    'pair',
    '0440H-20810-40G20-81040-G2081-040G2-0813V-3FWKA',
    'phone',
  ]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).not.toContain('New library');
  expect(readdirSync(dirname(dataDir), { recursive: true }).sort()).toEqual(before);
  const recovered = await run(['sync', 'recover', 'restore', '--name', 'phone'], { input: 'wrong\n' });
  expect(recovered.code).not.toBe(0);
  expect(readdirSync(dirname(dataDir), { recursive: true }).sort()).toEqual(before);
});

test('sync init keeps the library that it creates [SYNC-PAIR-CODE]', async () => {
  const { dataDir, run } = await setUp();
  const { code, stderr } = await run(['sync', 'init', 'laptop']);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`New library: ${dataDir}`)]);
  expect(existsSync(join(dataDir, 'notes.db'))).toBe(true);
  expect(readdirSync(dirname(dataDir)).sort()).toEqual(['data', 'share']);
  expect((await run(['sync', 'run'])).code).toBe(0);
  expect((await run(['sync', 'status'])).stdout).toContain('laptop');
});
