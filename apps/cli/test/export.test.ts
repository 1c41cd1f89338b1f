import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcess, MAIN, temporaryFolder, testLibrary } from './support.js';

/** Makes a library with a note in a notebook that others may read, and one that links to a private note. */
async function createFilledLibrary() {
  const library = testLibrary(inProcess);
  await library.run(['new', 'Private', '-q']);
  await library.run(['notebook', 'create', 'Essays', '-q']);
  await library.run(['new', 'Tea', '-n', 'Essays', '--body', '-', '-q'], { input: 'See [[Private]].\n' });
  return library;
}

test('export replaces its own earlier output only with --yes, and never another folder', async () => {
  const { run } = await createFilledLibrary();
  const out = join(temporaryFolder(), 'out');
  const first = await run(['export', 'markdown', out]);
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Exported to .*\n {2}notes {13}2\n/) });
  expect(readdirSync(out).sort()).toEqual(['.notes-export', 'Essays', 'Notes']);
  expect(await run(['export', 'markdown', out])).toMatchObject({ code: 7, stderr: expect.stringContaining('--yes') });
  const { code, stdout } = await run(['export', 'obsidian', out, '-n', 'Essays', '--yes', '--json']);
  expect([code, JSON.parse(stdout).counts.notes, readdirSync(out).sort()]).toEqual([0, 1, ['.notes-export', 'Essays']]);
  writeFileSync(join(out, 'mine.txt'), 'mine');
  expect((await run(['export', 'json', out, '--yes'])).code).toBe(9);
  expect(readFileSync(join(out, 'mine.txt'), 'utf8')).toBe('mine');
  expect((await run(['export', 'docx', out])).code).toBe(2);
});

test('export flushes each file and folder before it replaces the earlier output', async ({ skip }) => {
  const strace = ['strace', '-f', '-y', '-e', 'trace=fsync,rename'] as const;
  if (spawnSync(strace[0], ['-o', '/dev/null', 'true']).status !== 0) skip('strace cannot be used here');
  const { dataDir, run } = await createFilledLibrary();
  const folder = temporaryFolder();
  const [out, calls] = [join(folder, 'out'), join(folder, 'calls')];
  await run(['export', 'markdown', out]);
  const [command, ...rest] = [...strace, '-o', calls, process.execPath, MAIN] as const;
  const args = ['--data-dir', dataDir, 'export', 'markdown', out, '--yes'];
  expect(spawnSync(command, [...rest, ...args]).status).toBe(0);
  const lines = readFileSync(calls, 'utf8').split('\n');
  const replaced = lines.findIndex((line) => line.includes(`rename("${out}",`));
  const findFlush = (path: string) => lines.findIndex((line) => /fsync\(/.test(line) && line.includes(`<${path}>`));
  const tree = join(folder, '.out.partial', 'tree');
  for (const name of ['.notes-export', 'Essays/Tea.md', 'Notes/Private.md', 'Essays', 'Notes', '']) {
    const flushed = findFlush(join(tree, name));
    expect([name, flushed >= 0 && flushed < replaced]).toEqual([name, true]);
  }
  expect(findFlush(folder)).toBeGreaterThan(replaced);
});

test('publication build needs a selection and builds only the given plan', async () => {
  const { run } = await createFilledLibrary();
  const site = join(temporaryFolder(), 'site');
  const planned = await run(['publication', 'plan', site, '-n', 'Essays']);
  expect(planned.stdout).toContain('\n  essays/tea.html\n');
  expect(planned.stderr).toContain('1 of these links contains the title of a private note');
  expect(planned.stdout).toMatch(/^ {2}of these with the title of a private note {2}1$/m);
  expect(planned.stderr).toContain('The folder is new or empty.');
  const digest = /Digest of the plan: (\w{12})/.exec(planned.stdout)?.[1] as string;
  const stale = ['publication', 'build', site, '-n', 'Essays', '--theme', 'dark', '--plan', digest];
  expect((await run(stale)).code).toBe(9);
  const built = await run(['publication', 'build', site, '-n', 'Essays', '--plan', digest]);
  expect(built).toMatchObject({ code: 0, stdout: expect.stringContaining(`Digest of the plan: ${digest}`) });
  expect(readFileSync(join(site, 'essays/tea.html'), 'utf8')).toContain('<p>See private note.</p>');
  expect((await run(['publication', 'build', site, '-n', 'Essays'])).code).toBe(7);
  expect(await run(['publication', 'build', site])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--notebook, --tag, --query or --id: required.'),
  });
});

test('an export or site whose selection names a missing tag exits with 10, and an empty site replaces none', async () => {
  const { run } = await createFilledLibrary();
  const out = join(temporaryFolder(), 'out');
  const site = join(temporaryFolder(), 'site');
  const selection = ['-n', 'Essays', '-t', 'gone'];
  expect(await run(['export', 'markdown', out, ...selection])).toMatchObject({
    code: 10,
    stderr: expect.stringContaining('Not found: 1 notebook, tag or note of the selection'),
  });
  expect((await run(['publication', 'plan', site, ...selection])).code).toBe(10);
  expect((await run(['publication', 'build', site, ...selection])).code).toBe(10);
  const pages = readdirSync(site);
  expect(await run(['publication', 'build', site, '-t', 'gone', '--yes'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('it has no notes'),
  });
  expect(readdirSync(site)).toEqual(pages);
});
