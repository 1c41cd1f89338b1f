import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, test } from 'vitest';
import { exportQuickly } from '../src/export-quickly.js';
import { inProcess, readAll, testLibrary } from './support.js';

/** Runs a command line quickly; null where the whole program has to run it. */
async function runQuickly(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  if (!(await exportQuickly(argv, env, { stdout, stderr }))) return null;
  return { code: 0, stdout: readAll(stdout), stderr: readAll(stderr) };
}

/** Makes a library with its archive. */
async function makeArchive() {
  const { dataDir, run } = testLibrary(inProcess);
  const folder = `${dataDir}-archive`;
  await run(['new', 'Shopping', '-t', 'home', '--body', 'Milk and [[bread]]']);
  await run(['archive', 'export', folder]);
  const line = (...words: readonly string[]) => ['--data-dir', dataDir, 'archive', 'export', folder, ...words];
  return { dataDir, folder, run, line };
}

describe('notes archive export of an unchanged library', () => {
  it('prints quickly what the whole program prints', async () => {
    const { dataDir, folder, run, line } = await makeArchive();
    const lines = [
      line(),
      line('-q'),
      line('--json'),
      line('--quiet', '--layout', 'auto', '--compress', 'none'),
      ['archive', 'export', `--data-dir=${dataDir}`, folder],
    ];
    for (const argv of lines) expect(await runQuickly(argv), argv.join(' ')).toEqual(await inProcess(argv));
    await run(['cat', 'Shopping']);
    expect(await runQuickly(line())).not.toBeNull();
  });

  it('leaves other command lines to the whole program', async () => {
    const { folder, line } = await makeArchive();
    const others = [
      line('--paranoid'),
      line('--dry-run'),
      line('--tag', 'home'),
      line('--layout', 'fanout'),
      line('--layout', 'other'),
      line('--compress', 'deflate'),
      line('--created-at', '2020-02-02T02:02:02.002Z'),
      line('--timeout', '9'),
      line('more'),
      line('--layout'),
      ['archive', 'export', folder, '--data-dir'],
      ['archive', 'export', folder, '--data-dir', join(folder, 'none')],
      ['archive', 'export', `${folder}-2`, ...line().slice(0, 2)],
      ['archive', 'verify', folder],
      ['archive', 'export', ''],
    ];
    for (const argv of others) expect(await runQuickly(argv), argv.join(' ')).toBeNull();
    expect(await runQuickly(line(), { NOTES_SERVER_LISTEN: 'x' })).toBeNull();
  });

  const CHANGES: readonly (readonly [string, (folder: string) => void])[] = [
    ['a file has another time', (folder) => utimesSync(findPack(folder), 1, 1)],
    ['a byte of a file is altered', (folder) => flipByte(findPack(folder))],
    ['a byte of the manifest is altered', (folder) => flipByte(join(folder, 'manifest.json'))],
    ['the manifest has other white space', (folder) => appendFileSync(join(folder, 'manifest.json'), ' ')],
    ['a file is missing', (folder) => rmSync(findPack(folder))],
    ['an export has begun', (folder) => mkdirSync(join(folder, '.export'))],
  ];
  test.each(CHANGES)('is left to the whole program when %s', async (_, change) => {
    const { folder, line } = await makeArchive();
    expect(await runQuickly(line())).not.toBeNull();
    change(folder);
    expect(await runQuickly(line())).toBeNull();
  });

  it.each([
    ['new', 'Other'],
    ['rm', 'Shopping'],
    ['tag', 'add', 'Shopping', 'food'],
    ['notebook', 'create', 'Work'],
  ])('is left to the whole program after notes %s %s', async (...words) => {
    const { run, line } = await makeArchive();
    const { code, stderr } = await run(words);
    expect(stderr).not.toContain('notes:');
    expect(code).toBe(0);
    expect(await runQuickly(line())).toBeNull();
  });
});

function findPack(folder: string): string {
  const index = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).index[0].location.path;
  const [entry = ''] = readFileSync(join(folder, index), 'utf8').split('\n');
  return join(folder, JSON.parse(entry).location.path);
}

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(path, bytes);
}
