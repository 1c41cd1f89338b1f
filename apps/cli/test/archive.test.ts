import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archiveDrill } from '../src/commands/archive.js';
import type { Output } from '../src/output.js';
import { inProcess, temporaryFolder, testLibrary, writeFiles } from './support.js';

/** Makes an archive of a library of one note. */
async function makeArchive() {
  const { run } = testLibrary(inProcess);
  expect((await run(['new', 'Tea', '--body', 'green'])).code).toBe(0);
  const folder = join(temporaryFolder(), 'archive');
  expect((await run(['archive', 'export', folder])).code).toBe(0);
  return { run, folder };
}

test('-q prints nothing of an export, verification or import that went well, unless a format is given', async () => {
  const { run, folder } = await makeArchive();
  const silent = { code: 0, stdout: '', stderr: '' };
  const source = writeFiles(temporaryFolder(), { 'a.md': 'alpha' });
  await run(['new', 'Coffee', '--body', 'black']);
  for (const words of [
    ['archive', 'export', folder],
    ['archive', 'verify', folder, '--level', '3'],
    ['import', 'markdown', source],
    ['export', 'markdown', join(temporaryFolder(), 'out')],
  ])
    expect(await run([...words, '-q']), words.join(' ')).toEqual(silent);
  expect((await run(['archive', 'export', folder, '-q', '-o', 'table'])).stdout).toContain('Exported to');
  expect((await run(['archive', 'export', folder, '-q', '--json'])).stdout).toContain('"dry_run": false');
  expect((await run(['archive', 'export', folder, '-q', '--dry-run'])).stdout).toContain('Would export to');
});

test('an archive whose selection names a missing tag or has no notes says so and exits with 10', async () => {
  const { run } = await makeArchive();
  const folder = join(temporaryFolder(), 'part');
  for (const how of [['--dry-run'], []]) {
    const { code, stderr } = await run(['archive', 'export', folder, '-t', 'gone', ...how]);
    expect(code, how.join()).toBe(10);
    expect(stderr).toContain('The selection has no notes\n');
    expect(stderr).toContain('Not found: 1 notebook, tag or note of the selection\n');
  }
  expect(await run(['archive', 'export', folder, '-t', 'gone', '-q'])).toMatchObject({
    code: 10,
    stdout: expect.stringContaining('Exported to'),
  });
  await run(['rm', 'Tea']);
  const whole = await run(['archive', 'export', join(temporaryFolder(), 'whole'), '--json']);
  expect([whole.code, JSON.parse(whole.stdout).warnings]).toEqual([0, []]);
});

test('archive verify names the field of the manifest that is invalid', async () => {
  const { run, folder } = await makeArchive();
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.index[0].entries = '1';
  writeFileSync(path, JSON.stringify({ ...manifest, extra: true }));
  const { code, stdout } = await run(['archive', 'verify', folder]);
  expect(code).toBe(10);
  expect(stdout.split('\n')).toEqual([
    '2 problems found in a check of the index and the sizes of all files (level 2):',
    '  archive_schema_invalid  manifest.json index/0/entries  Invalid input: expected number, received string',
    '  archive_schema_invalid  manifest.json  Unknown field: "extra"',
    '',
  ]);
});

test('archive verify and inspect below level 3 print the command that reads every byte', async () => {
  const { run, folder } = await makeArchive();
  for (const word of ['verify', 'inspect'])
    expect((await run(['archive', word, folder])).stderr).toContain(
      `To read every byte: notes archive verify ${folder} --level 3\n`,
    );
});

test('archive verify names files of earlier archives in words', async () => {
  const { run, folder } = await makeArchive();
  await run(['new', 'Coffee', '--body', 'black']);
  expect((await run(['archive', 'export', folder])).code).toBe(0);
  const { code, stderr } = await run(['archive', 'verify', folder, '--level', '3']);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^The folder has files .* Number of extra files: \d+$/m)]);
  expect(stderr).not.toContain('archive_extraneous');
});

test('archive verify with a sample reads at least one object, and 100% reads all', async () => {
  const { run, folder } = await makeArchive();
  const verify = async (percent: string) => run(['archive', 'verify', folder, '--level', '3', '--sample', percent]);
  expect(await verify('1%')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/No problems found in a sample of [1-9]\d* objects?: [1-9]/),
  });
  expect(await verify('100%')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('found in a check of every byte (level 3)'),
  });
  for (const wrong of ['0', '101%', '200%', 'x'])
    expect(await verify(wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It must be a whole percentage from 1% to 100%'),
    });
});

test('archive drill prints the numbers of both, what the archive lacks and the last success [ARC-DRILL]', async () => {
  const { run, folder } = await makeArchive();
  const first = await run(['archive', 'drill']);
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('No earlier drill has succeeded.\n') });
  for (const title of ['Coffee', 'Cocoa']) await run(['new', title, '--tag', 'hot']);
  const { code, stdout, stderr } = await run(['archive', 'drill', folder]);
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    `The archive in ${folder} can be restored`,
    expect.stringMatching(/^ +archive +library$/),
    expect.stringMatching(/^ {2}notes +1 +3 +2 newer$/),
    expect.stringMatching(/^ {2}notes in Trash +0 +0$/),
    expect.stringMatching(/^ {2}revisions +1 +3 +2 newer$/),
    expect.stringMatching(/^ {2}notebooks +3 +3$/),
    expect.stringMatching(/^ {2}saved searches +\d+ +\d+$/),
    expect.stringMatching(/^ {2}tags +0 +1 +1 newer$/),
    expect.stringMatching(/^ {2}tags on notes +0 +2 +2 newer$/),
    expect.stringMatching(/^ {2}attachments +0 +0$/),
    expect.stringMatching(/^ {2}attachments on notes +0 +0$/),
    'Compared texts: 1 note, 1 the same, 0 changed since, 0 deleted since',
    '2 newer notes are not in the archive. The next export adds them',
    expect.stringMatching(/^The archive has the library as of 20\d\d-/),
    '',
  ]);
  expect(stderr).toMatch(/^Last successful drill before: 20\d\d-/m);
  expect(await run(['archive', 'drill', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('archive drill and restore of a damaged archive name its problems, and the drill the last success [ARC-DRILL]', async () => {
  const { run, folder } = await makeArchive();
  await run(['archive', 'drill']);
  const pack = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.pack'));
  rmSync(join(folder, pack as string));
  const drill = await run(['archive', 'drill']);
  expect(drill).toMatchObject({ code: 10, stderr: expect.stringMatching(/^Last successful drill before: 20\d\d-/m) });
  expect(drill.stdout).toMatch(/^The archive cannot be restored\. \d+ problems? found:\n {2}archive_/);
  const restore = await run(['archive', 'restore', folder, '--into-dir', join(temporaryFolder(), 'again')]);
  expect(restore).toMatchObject({ code: 1, stdout: expect.stringMatching(/^\d+ problems? found:\n {2}archive_/) });
});

test('archive drill names one note that differs, in the singular [ARC-DRILL]', async () => {
  const { run, folder } = await makeArchive();
  const { stdout } = await run(['archive', 'drill', folder, '--json']);
  const outcome = JSON.parse(stdout);
  const lines: string[] = [];
  const out = { line: (line: string) => lines.push(line), notice: (line: string) => lines.push(line), verbose: false };
  const compared = {
    ...outcome.compared,
    differing_count: 1,
    differing: ['doc_1'],
    missing_count: 2,
    missing: ['doc_2', 'doc_3'],
  };
  archiveDrill.render.table?.({ ...outcome, ok: false, archived_at: null, compared }, out as unknown as Output);
  expect(lines.slice(0, 6)).toEqual([
    `The archive in ${folder} does not match the library:`,
    '1 record of the archive differs from the library',
    '  doc_1',
    '2 records of the library are missing from the archive',
    '  doc_2',
    '  doc_3',
  ]);
});
