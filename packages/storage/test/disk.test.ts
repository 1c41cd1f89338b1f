import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION, SyncKeyStore } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { migrations } from '../src/library/migrations.js';
import { addNote, type Child, explainMissing, openIn, start, temporaryDirectory } from './support.js';

async function ask(child: Child, command: string): Promise<string | undefined> {
  child.process.stdin?.write(`${command}\n`);
  return child.line();
}

/** Creates a library with one note. */
async function library(): Promise<string> {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir);
  await store.write((unit) => addNote(unit, { id: 'doc_0' }));
  store.close();
  return dataDir;
}

function checkLibraryFile(dataDir: string): { integrity: unknown; ids: unknown[] } {
  const database = openSqlite(join(dataDir, 'notes.db'));
  const integrity = database.pragma('integrity_check', { simple: true });
  expect(database.pragma('foreign_key_check')).toEqual([]);
  database.prepare("INSERT INTO search_fts (search_fts, rank) VALUES ('integrity-check', 0)").run();
  const ids = database.prepare('SELECT id FROM documents ORDER BY id').pluck().all();
  expect(database.prepare('SELECT document_pk FROM revisions ORDER BY pk').all()).toHaveLength(ids.length);
  database.close();
  return { integrity, ids };
}

describe('a full disk', () => {
  const prlimit = explainMissing('prlimit', '--version');

  it('fails writes with full, leaves reads working, and permits writes again when there is space', async ({ skip }) => {
    if (prlimit !== undefined) skip(prlimit);
    const dataDir = await library();
    const child = start('serve.mjs', [dataDir]);
    expect(await child.line()).toBe('ready');
    const limit = (bytes: number | string) =>
      execFileSync('prlimit', ['--pid', String(child.process.pid), `--fsize=${bytes}:`]);
    limit(statSync(join(dataDir, 'notes.db')).size + 4096);
    for (const id of ['doc_1', 'doc_2']) expect(await ask(child, `write ${id} 4000000`)).toBe('StorageError full');
    expect(await ask(child, 'count')).toBe('1');
    expect(await ask(child, 'failure')).toBe('none');
    limit('unlimited');
    expect(await ask(child, 'write doc_3 4000')).toBe('written');
    expect(await ask(child, 'count')).toBe('2');
    child.process.stdin?.end();
    expect(await child.end()).toBe(0);
    expect(checkLibraryFile(dataDir)).toEqual({ integrity: 'ok', ids: ['doc_0', 'doc_3'] });
  });

  it('is reported as full instead of failed when the device has no byte left', async ({ skip }) => {
    const unshare = explainMissing('unshare', '-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt');
    if (unshare !== undefined) skip(unshare);
    const dataDir = await library();
    const mount = `mount -t tmpfs -o size=4m tmpfs /mnt && cp -r "${dataDir}"/. /mnt && exec "$@"`;
    const child = start('serve.mjs', ['/mnt'], ['unshare', '-m', 'sh', '-c', mount, 'sh']);
    expect(await child.line()).toBe('ready');
    const answers = [];
    for (let n = 1; n <= 40; n++) answers.push(await ask(child, `write doc_${n} 200000`));
    expect(new Set(answers)).toEqual(new Set(['written', 'StorageError full']));
    const written = answers.filter((answer) => answer === 'written').length;
    expect(await ask(child, 'count')).toBe(String(written + 1));
    expect(await ask(child, 'failure')).toBe('none');
    child.process.stdin?.end();
    expect(await child.end()).toBe(0);
  });
});

it('an upload to a full disk fails with full and leaves no file', async ({ skip }) => {
  const unshare = explainMissing('unshare', '-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt');
  if (unshare !== undefined) skip(unshare);
  const dataDir = await library();
  const mount = `mount -t tmpfs -o size=4m tmpfs /mnt && cp -r "${dataDir}"/. /mnt && exec "$@"`;
  const child = start('serve.mjs', ['/mnt'], ['unshare', '-m', 'sh', '-c', mount, 'sh']);
  expect(await child.line()).toBe('ready');
  expect(await ask(child, 'upload res_1 9000000')).toBe('StorageError full');
  expect(await ask(child, 'leftovers')).toBe('0');
  expect(await ask(child, 'upload res_2 1000000')).toBe('stored');
  expect(await ask(child, 'upload res_3 3500000')).toBe('StorageError full');
  expect([await ask(child, 'leftovers'), await ask(child, 'attachments')]).toEqual(['0', '1']);
  expect(await ask(child, 'write doc_1 4000')).toBe('written');
  child.process.stdin?.end();
  expect(await child.end()).toBe(0);
});

it('an upgrade on a full disk changes nothing and says how much space it needs [UPGRADE-DISK]', async ({ skip }) => {
  const unshare = explainMissing('unshare', '-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt');
  if (unshare !== undefined) skip(unshare);
  const dataDir = temporaryDirectory();
  openIn(dataDir, {}, { migrations: migrations.slice(0, -1) }).close();
  const fill =
    'dd if=/dev/zero of=/mnt/filling bs=4k 2>/dev/null; dd if=/dev/null of=/mnt/filling bs=1k seek=3300 2>/dev/null';
  const mount = `mount -t tmpfs -o size=4m tmpfs /mnt && cp -r "${dataDir}"/. /mnt; ${fill}; exec "$@"`;
  const child = start('open.mjs', ['/mnt', 'open', 'shared'], ['unshare', '-m', 'sh', '-c', mount, 'sh']);
  expect(await child.line()).toBe('starting');
  expect(await child.line()).toMatch(
    /^full: The library was made by an older version, .* Free \d+ MiB and try again\.$/,
  );
});

describe('a failing sync to disk', () => {
  const strace = explainMissing('strace', '-e', 'trace=none', 'true');

  it('fails all later writes and leaves reads working', async ({ skip }) => {
    if (strace !== undefined) skip(strace);
    const dataDir = await library();
    const inject = ['-P', join(dataDir, 'notes.db-wal'), '-e', 'trace=fsync', '-e', 'inject=fsync:error=EIO:when=3'];
    const child = start('serve.mjs', [dataDir], ['strace', '-f', '-qq', '-o', '/dev/null', ...inject]);
    expect(await child.line()).toBe('ready');
    const answers = [];
    for (let n = 1; n <= 4; n++) answers.push(await ask(child, `write doc_${n} 4000`));
    const failed = answers.indexOf('StorageError failed');
    expect(failed).toBeGreaterThan(0);
    expect(answers.slice(failed)).toEqual(answers.slice(failed).map(() => 'StorageError failed'));
    expect(await ask(child, 'count')).toBe(String(failed + 1));
    expect(await ask(child, 'failure')).toBe('failed');
    child.process.stdin?.end();
    expect(await child.end()).toBe(0);
    const { integrity, ids } = checkLibraryFile(dataDir);
    expect(integrity).toBe('ok');
    const acknowledged = Array.from({ length: failed + 1 }, (_, n) => `doc_${n}`);
    expect([acknowledged, [...acknowledged, `doc_${failed + 1}`]]).toContainEqual(ids);
  });
});

describe('a disk that accepts no writes', () => {
  const unshare = explainMissing('unshare', '-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt');
  const READ_ONLY = 'mount -o remount,ro /mnt';
  const FILL = 'dd if=/dev/zero of=/mnt/filling bs=4k 2>/dev/null';
  const within = (dataDir: string, prepare: string) => {
    const mount = `mount -t tmpfs -o size=4m tmpfs /mnt && cp -r "${dataDir}"/. /mnt; ${prepare}; exec "$@"`;
    return ['unshare', '-m', 'sh', '-c', mount, 'sh'];
  };
  const ON_READ_ONLY =
    'The library in /mnt is on a read-only file system. Make the file system writable, or copy the folder to another disk and open the copy.';

  it.for([
    ['full', FILL, 'StorageError full'],
    ['read-only', READ_ONLY, 'StorageError read_only'],
    // A killed process leaves these files, and SQLite opens the library then without an error.
    ['read-only after a crash', `: >/mnt/notes.db-wal; : >/mnt/notes.db-shm; ${READ_ONLY}`, 'StorageError read_only'],
  ] as const)('that is %s leaves a library readable, and writes fail', async ([, prepare, refusal], { skip }) => {
    if (unshare !== undefined) skip(unshare);
    const child = start('serve.mjs', ['/mnt'], within(await library(), prepare));
    expect(await child.line()).toBe('ready');
    expect(await ask(child, 'count')).toBe('1');
    expect(await ask(child, 'write doc_1 4000')).toBe(refusal);
    expect(await ask(child, 'count')).toBe('1');
    child.process.stdin?.end();
    expect(await child.end()).toBe(0);
  });

  it('lets a library and its sync keys be checked [DOCTOR-READ-ONLY-DISK]', async ({ skip }) => {
    if (unshare !== undefined) skip(unshare);
    const dataDir = await library();
    new SyncKeyStore(dataDir).close();
    const check = async (prepare: string) => {
      const child = start('check.mjs', ['/mnt'], within(dataDir, prepare));
      const lines = [await child.line(), await child.line()];
      expect(await child.end()).toBe(0);
      return lines;
    };
    const healthy = `schema ${SCHEMA_VERSION}, 0 faults, keys {"groupKeys":0}`;
    expect(await check(READ_ONLY)).toEqual([healthy, 'read_only']);
    expect(await check(FILL)).toEqual([healthy, 'writable']);
    expect(await check(':')).toEqual([healthy, 'writable']);
  });

  it('refuses a library for one server alone, and one whose WAL file has contents, with the reason', async ({
    skip,
  }) => {
    if (unshare !== undefined) skip(unshare);
    const dataDir = await library();
    const explain = async (prepare: string, manner: string) => {
      const child = start('open.mjs', ['/mnt', 'open', manner], within(dataDir, prepare));
      expect(await child.line()).toBe('starting');
      return child.line();
    };
    expect(await explain(READ_ONLY, 'exclusive')).toBe(
      'read_only: /mnt/lock is on a read-only file system. Make it writable, or use a folder on another disk.',
    );
    expect(await explain(FILL, 'exclusive')).toMatch(/^full: The disk is full/);
    expect(await explain(`echo x >/mnt/notes.db-wal; ${READ_ONLY}`, 'shared')).toBe(`read_only: ${ON_READ_ONLY}`);
  });
});
