import { chmodSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorCode } from '@notes/contract';
import { expect, it, type TestContext } from 'vitest';
import { pruneArchive, restoreArchive } from '../../src/exchange/archive/index.js';
import { asRefusal } from '../../src/exchange/archive/refusal.js';
import { verifyArchiveFolder } from '../../src/exchange/archive/verify-archive-folder.js';
import { openTestLibrary } from '../support.js';

const NOBODY = 65_534;
const ADVICE = 'Change its permissions, or run the command as a user who has them';

/** Runs work as a user without privileges: the superuser may read every file. */
async function runUnprivileged<T>(work: () => T | Promise<T>): Promise<T> {
  const isSuperuser = process.geteuid?.() === 0;
  if (isSuperuser) process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    if (isSuperuser) process.seteuid?.(0);
  }
}

function canWrite(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, 'notes-operations-')));
    return true;
  } catch {
    return false;
  }
}

async function exportArchive(context: TestContext): Promise<string> {
  const { call } = await openTestLibrary();
  await call('createDocument', { title: 'One', body: 'text' });
  // For a user other than that of the process, Node ignores TMPDIR, which may be private.
  const shared = await runUnprivileged(tmpdir);
  if (!(await runUnprivileged(() => canWrite(shared))))
    context.skip(`other users cannot write to the folder for temporary files, ${shared}`);
  const above = mkdtempSync(join(shared, 'notes-operations-'));
  context.onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  chmodSync(above, 0o777);
  const directory = join(above, 'archive');
  await call('exportArchive', { directory });
  for (const name of ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })])
    chmodSync(join(directory, name), 0o755);
  return directory;
}

const findPack = (directory: string) =>
  join(
    directory,
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.pack')) as string,
  );

it.skipIf(process.platform === 'win32')(
  'commands that read an archive name the file or folder without permission, and do not blame the command line [ARC-UNREADABLE]',
  async (context) => {
    const directory = await exportArchive(context);
    const restored = `${directory}-restored`;
    const verify = (level: number) => () => verifyArchiveFolder({ directory, level }, {});
    const restore = (dry_run: boolean) => () =>
      restoreArchive({ now: Date.now }, { directory, into_dir: restored, dry_run });
    const prune = () => pruneArchive({ directory, repack: false, dry_run: true }, { databaseId: null });
    const readers = [verify(2), verify(3), verify(4), restore(true), restore(false)];
    for (const [path, use, commands] of [
      [findPack(directory), 'opened', readers],
      [join(directory, 'manifest.json'), 'opened', [verify(0), prune, ...readers]],
      [directory, 'read', [verify(0), prune, ...readers]],
    ] as const) {
      chmodSync(path, 0);
      const message = `${path} cannot be ${use}: permission denied (EACCES). ${ADVICE}`;
      await runUnprivileged(async () => {
        for (const command of commands)
          await expect(command()).rejects.toMatchObject({ code: 'storage_unavailable', message });
      });
      chmodSync(path, 0o755);
    }
  },
);

const makeError = (code: string, more: object) => Object.assign(new Error(`${code}: refused`), { code, ...more });

it.each<[ErrorCode, string, string, string]>([
  ['storage_unavailable', 'EACCES', 'mkdir', `/a cannot be written: permission denied (EACCES). ${ADVICE}`],
  ['storage_unavailable', 'EROFS', 'open', '/a cannot be opened: the file system is read-only (EROFS)'],
  ['validation_failed', 'ENOTDIR', 'scandir', '/a cannot be read: a part of the path is not a folder (ENOTDIR)'],
])('asRefusal converts a refused path to %s (%s, %s) [ARC-UNREADABLE]', (code, system, syscall, message) => {
  expect(asRefusal(makeError(system, { syscall, path: '/a' }))).toMatchObject({ code, message });
});

it('asRefusal names the folder whose disk is full, and leaves other errors unchanged [ARC-UNREADABLE]', () => {
  for (const code of ['ENOSPC', 'SQLITE_FULL'])
    expect(asRefusal(makeError(code, {}), '/disk/archive')).toMatchObject({
      code: 'storage_unavailable',
      message: 'The disk of /disk/archive is full, or a quota is reached. Free some space and try again',
    });
  const other = new Error('other');
  expect(asRefusal(other, '/disk/archive')).toBe(other);
});
