import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inProcess, MAIN, start, temporaryFolder, testLibrary, waitForEnd, writeFiles } from './support.js';

/** Makes a library large enough that an export can be killed before its end. */
async function createFilledLibrary() {
  const library = testLibrary(inProcess);
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `n${n % 7}/Note ${n}.md`,
      `# Note ${n}\n\n[[Note ${n + 1}]] ${'word '.repeat(n)}`,
    ]),
  );
  await library.run(['import', 'markdown', writeFiles(temporaryFolder(), files), '-q']);
  return library;
}

/** Returns every file below a folder, with its content. */
function tree(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}

test('archive export run again after a kill completes the archive with the same files [ARC-KILL]', async () => {
  const { dataDir, run } = await createFilledLibrary();
  const [whole, killed] = [join(temporaryFolder(), 'a'), join(temporaryFolder(), 'a')];
  expect((await run(['archive', 'export', whole, '--layout', 'fanout'])).code).toBe(0);
  const args = ['--data-dir', dataDir, 'archive', 'export', killed, '--layout', 'fanout', '--new-archive'];
  for (const delay of [0, 40, 120]) {
    rmSync(killed, { recursive: true, force: true });
    const child = start(args);
    const end = waitForEnd(child);
    while (!existsSync(join(killed, '.export')) && child.exitCode === null) await wait(5);
    await wait(delay);
    child.kill('SIGKILL');
    await end;
    expect(await run(args.slice(2))).toMatchObject({ code: 0 });
    expect(tree(killed)).toEqual(tree(whole));
  }
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
});

test('archive restore leaves no target after a kill, and creates the library when it is run again [ARC-RESTART]', async () => {
  const { run } = await createFilledLibrary();
  const folder = temporaryFolder();
  const [archive, target] = [join(folder, 'a'), join(folder, 'data')];
  await run(['archive', 'export', archive]);
  const args = ['archive', 'restore', archive, '--into-dir', target];
  for (const delay of [0, 60]) {
    const child = start(args);
    const end = waitForEnd(child);
    while (readdirSync(folder).length < 2 && child.exitCode === null) await wait(5);
    await wait(delay);
    child.kill('SIGKILL');
    await end;
    if (existsSync(target)) break;
  }
  if (!existsSync(target)) expect(await inProcess(args)).toMatchObject({ code: 0 });
  expect(readdirSync(folder).sort()).toEqual(['a', 'data']);
  const again = join(temporaryFolder(), 'a');
  expect((await inProcess(['--data-dir', target, 'archive', 'export', again])).code).toBe(0);
  const { 'manifest.json': _, ...files } = tree(again);
  const { 'manifest.json': __, ...before } = tree(archive);
  expect(files).toEqual(before);
});

test('archive restore --into PROFILE creates the library in the data directory of that profile [ARC-PLACE]', async () => {
  const { dataDir, run } = await createFilledLibrary();
  const folder = temporaryFolder();
  const archive = join(folder, 'a');
  await run(['archive', 'export', archive]);
  const env = { HOME: folder, XDG_DATA_HOME: join(folder, 'share'), NOTES_DATA_DIR: dataDir };
  const restore = ['archive', 'restore', archive, '--into', 'work'];
  const dry = await inProcess([...restore, '--dry-run'], { env });
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Would restore to .*work\n.*collections/) });
  const { data_dir } = JSON.parse((await inProcess([...restore, '--dry-run', '--json'], { env })).stdout);
  expect(existsSync(data_dir)).toBe(false);
  expect(await inProcess(['archive', 'restore', archive])).toMatchObject({ code: 2 });
  expect(await inProcess(['archive', 'restore', archive, '--into-dir', dataDir])).toMatchObject({
    code: 9,
    stderr: expect.stringContaining('archive_target_exists'),
  });
  const whole = readFileSync(join(archive, 'manifest.json'), 'utf8');
  const commit: string = JSON.parse(whole).commit_sha256;
  writeFileSync(join(archive, 'manifest.json'), '{}');
  const refused = await inProcess(['archive', 'restore', archive, '--into-dir', join(folder, 'new')]);
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('archive_schema_invalid'),
    stderr: expect.stringContaining('Nothing was restored. Try another copy of the archive.'),
  });
  mkdirSync(join(archive, 'manifests'));
  writeFileSync(join(archive, 'manifests', `${commit}.json`), whole);
  const advised = await inProcess(['archive', 'restore', archive, '--into-dir', join(folder, 'new')]);
  expect(advised.stderr).toContain(`add --commit ${commit.slice(0, 12)}`);
  expect(existsSync(join(folder, 'new'))).toBe(false);
  const words = ['--into-dir', join(folder, 'new'), '--commit', commit.slice(0, 12)];
  expect(await inProcess(['archive', 'restore', archive, ...words])).toMatchObject({ code: 0 });
});

test('archive restore says that the archive of a selection is not the whole library', async () => {
  const { run } = await createFilledLibrary();
  const folder = temporaryFolder();
  const archive = join(folder, 'a');
  await run(['archive', 'export', archive, '-n', 'n1']);
  for (const flags of [['--dry-run'], []])
    expect(await inProcess(['archive', 'restore', archive, '--into-dir', join(folder, 'new'), ...flags])).toMatchObject(
      {
        code: 0,
        stderr: expect.stringMatching(
          /The archive holds a selection of \d+ notes? \(subset_transfer\), not the whole library/,
        ),
      },
    );
});

test('archive verify and inspect need no library, and verify exits with 10 for a damaged archive', async () => {
  const { run } = await createFilledLibrary();
  const folder = join(temporaryFolder(), 'a');
  const dry = await run(['archive', 'export', folder, '--dry-run', '-n', 'n1']);
  expect(dry.stdout).toMatch(/^Would export to .*\n {2}collections +1\n/);
  expect(existsSync(folder)).toBe(false);
  const made = await run(['archive', 'export', folder]);
  expect(made.stderr).toContain('not encrypted');
  const { archive } = JSON.parse((await run(['archive', 'export', folder, '--json'])).stdout);
  expect(made.stdout).toContain(`Commit: ${archive.commit_sha256}\n`);

  const well = await inProcess(['archive', 'verify', folder, '--level', '3']);
  expect(well).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^No problems found in a check of every byte \(level 3\): /),
  });
  const shown = await inProcess(['archive', 'inspect', folder]);
  expect(shown.stdout).toMatch(/^full_archive snap_[0-9a-f]{32}\n/);
  const manifest = join(folder, 'manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"documents":300', '"documents":301'));
  const ill = await inProcess(['archive', 'verify', folder, '--json']);
  expect(ill.code).toBe(10);
  expect(JSON.parse(ill.stdout)).toMatchObject({ ok: false, problems: [{ code: 'archive_commit_mismatch' }] });
  expect((await inProcess(['archive', 'verify', join(folder, 'none')])).code).toBe(1);
  expect((await inProcess(['archive', 'verify', folder, '--level', '9'])).code).toBe(2);
});

test('archive export exits with 9 and changes nothing when the folder has other contents', async () => {
  const { run } = await createFilledLibrary();
  const folder = writeFiles(temporaryFolder(), { 'mine.txt': 'mine' });
  expect(await run(['archive', 'export', folder])).toMatchObject({
    code: 9,
    stderr: expect.stringContaining('archive_target_not_empty'),
  });
  expect(tree(folder)).toEqual({ 'mine.txt': 'mine' });
});

test('archive restore and drill name an error of the disk below an archive [ARC-UNREADABLE]', async ({ skip }) => {
  if (spawnSync('strace', ['-e', 'trace=none', 'true']).status !== 0) skip('strace cannot be used here');
  const { dataDir, run } = testLibrary(inProcess);
  await run(['new', 'One', '--body', 'text']);
  const folder = temporaryFolder();
  const archive = join(folder, 'a');
  await run(['archive', 'export', archive]);
  const pack = readdirSync(archive, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.pack'));
  const faults = ['-P', join(archive, `${pack}`), '-e', 'inject=read,pread64:error=EIO', '-o', join(folder, 'log')];
  for (const words of [
    ['restore', archive, '--into-dir', join(folder, 'data')],
    ['drill', archive, '--data-dir', dataDir],
  ]) {
    const traced = ['-f', '-qq', '-e', 'trace=read,pread64', ...faults, process.execPath, MAIN, 'archive', ...words];
    const { status, stderr } = spawnSync('strace', traced, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([8, expect.stringContaining('The disk reported an error. Check the disk.')]);
  }
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
