import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { manifestIn } from '../archive/hostile.js';
import { openTestLibrary } from '../support.js';
import { type Report, type TestLibrary, temporaryFolder, testLibrary, writeFiles } from './support.js';

const ENEX = fileURLToPath(new URL('fixtures/evernote/Notebook.enex', import.meta.url));
const DAY = 86_400_000;

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const getBundle = ({ bundle }: Report) => bundle as NonNullable<Report['bundle']>;
const getBlobPath = (at: TestLibrary, { sha256: digest }: { sha256: string }) => at.library.store.blobs.getPath(digest);
const readBundle = (at: TestLibrary, report: Report) => readFileSync(getBlobPath(at, getBundle(report)));

function enex(): string {
  const path = join(temporaryFolder(), 'Notebook.enex');
  copyFileSync(ENEX, path);
  return path;
}

function vault(files: Readonly<Record<string, string>>): string {
  const path = join(temporaryFolder(), 'Vault');
  mkdirSync(path);
  writeFiles(path, files);
  return path;
}

describe('The source bundle of an import', () => {
  test('[IMPORT-BUNDLE] is the file itself, stored once, until the file changes', async () => {
    const at = await testLibrary();
    const path = enex();
    const report = await at.run(path, { format: 'evernote' });
    expect(readBundle(at, report)).toEqual(readFileSync(path));
    const changes = at.library.store.read(({ journal }) => journal.last());
    expect((await at.run(path, { format: 'evernote' })).bundle).toEqual(report.bundle);
    const later = at.library.store.read(({ journal }) => journal.since(changes, 100));
    expect(later.filter(({ entity }) => entity !== 'job')).toEqual([]);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
    const changed = await at.run(path, { format: 'evernote' });
    expect(changed.bundle).toMatchObject({
      id: getBundle(report).id,
      kind: 'enex',
      sha256: sha256(readFileSync(path)),
    });
    const gc = await at.call('getGcReport', {});
    const old = [...gc.eligible, ...gc.retained].map(({ sha256: digest }) => digest);
    expect(old).toEqual([getBundle(report).sha256]);
  });

  test('[IMPORT-BUNDLE] of a folder is an inventory of the files with notes', async () => {
    const at = await testLibrary();
    const files = { 'a.md': 'A ![](p.png)', 'b/c.md': 'é', 'b/bad.md': 'a\0b' };
    const path = vault({ ...files, 'p.png': 'picture', 'other.txt': 'nobody' });
    const report = await at.run(path, { source: 'mine' });
    const lines = Object.entries(files)
      .map(([name, text]) => ({ path: name, sha256: sha256(text), size_bytes: Buffer.byteLength(text) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    const told = readBundle(at, report).toString().trimEnd().split('\n');
    expect(told.map((line) => JSON.parse(line))).toEqual([{ format: 'markdown', source: 'mine' }, ...lines]);
    expect(getBundle(report).kind).toBe('inventory');
    expect((await at.run(path, { source: 'yours', dry_run: true })).bundle).toBeNull();
  });

  test('[IMPORT-BUNDLE] of a file beyond imports.max_kept_bytes is an inventory', async () => {
    const opened = await openTestLibrary(undefined, ['imports.max_kept_bytes=100']);
    const path = enex();
    const report = await opened.call('importFolder', { format: 'evernote', path });
    const [, line] = readFileSync(opened.library.store.blobs.getPath(getBundle(report).sha256), 'utf8').split('\n');
    expect(JSON.parse(line as string)).toMatchObject({ path: 'Notebook.enex', sha256: sha256(readFileSync(path)) });
  });

  test('[IMPORT-BUNDLE] is not stored when no note was imported', async () => {
    const at = await testLibrary();
    expect((await at.run(vault({ 'bad.md': 'a\0b' }))).bundle).toBeNull();
  });
});

describe('A stored source bundle', () => {
  test('[IMPORT-BUNDLE] [ARC-RESTORE] is archived, verified and restored with the notes', async () => {
    const at = await testLibrary();
    const path = enex();
    const report = await at.run(path, { format: 'evernote' });
    const folder = temporaryFolder();
    const [archive, dataDir] = [join(folder, 'a'), join(folder, 'new')];
    await at.call('exportArchive', { directory: archive });
    expect(manifestIn(archive).counts.source_bundles).toBe(1);
    expect(await at.call('verifyArchive', { directory: archive, level: 4 })).toMatchObject({ ok: true, problems: [] });
    expect(await at.call('restoreArchive', { directory: archive, into_dir: dataDir })).toMatchObject({
      restored: true,
    });
    const restored = await openTestLibrary(dataDir);
    const { store } = restored.library;
    expect(readFileSync(store.blobs.getPath(getBundle(report).sha256))).toEqual(readFileSync(path));
    const again = await restored.call('importFolder', { format: 'evernote', path });
    expect(again).toMatchObject({ imported: 0, updated: 0, rejected: 0, bundle: report.bundle });
    await restored.call('exportArchive', { directory: join(folder, 'b') });
    expect(manifestIn(join(folder, 'b')).index).toEqual(manifestIn(archive).index);
  });

  test('[IMPORT-BUNDLE] [ARC-WITHHELD] is left out of the archive of a selection', async () => {
    const at = await testLibrary();
    const report = await at.run(enex(), { format: 'evernote' });
    const directory = join(temporaryFolder(), 'a');
    await at.call('exportArchive', {
      directory,
      target: 'subset_transfer',
      layout: 'fanout',
      selection: { query: 'is:imported' },
    });
    expect(manifestIn(directory).counts).toMatchObject({
      source_bundles: 0,
      provenance: report.imported - report.attachments,
    });
    expect(await at.call('verifyArchive', { directory, level: 4 })).toMatchObject({ ok: true, problems: [] });
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    expect(names.join()).not.toContain(getBundle(report).sha256);
  });

  test('[IMPORT-BUNDLE] is not collected as garbage, and the doctor reports a missing one', async () => {
    const at = await testLibrary();
    const path = enex();
    const report = await at.run(path, { format: 'evernote' });
    const much = { ...at.context, now: () => Date.now() + 400 * DAY };
    const gc = await invoke('getGcReport', much, {});
    expect(gc.eligible.map(({ sha256: digest }) => digest)).not.toContain(getBundle(report).sha256);
    rmSync(getBlobPath(at, getBundle(report)));
    const { checks } = await at.call('checkLibrary', {});
    const found = checks.find(({ check }) => check === 'attachments');
    expect(found).toMatchObject({
      status: 'fail',
      findings: [expect.stringContaining(`${getBundle(report).id} missing`)],
    });
    await at.run(path, { format: 'evernote' });
    expect(existsSync(getBlobPath(at, getBundle(report)))).toBe(true);
  });
});
