import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configKeys } from '@notes/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseExports } from '../../src/exchange/archive/recorded-exports.js';
import { invoke } from '../../src/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { examine } from '../../src/upkeep/doctor/index.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { fill, upload } from './support.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = configKeys['archive.drill_days'].default;
const PRISTINE = {
  notes: expect.any(Number),
  changed: 0,
  removed: 0,
  differing_count: 0,
  differing: [],
  missing_count: 0,
  missing: [],
};

async function exportedLibrary() {
  const dataDir = join(temporaryFolder(), 'data');
  const opened = await openTestLibrary(dataDir);
  await fill(opened);
  const directory = join(temporaryFolder(), 'archive');
  await opened.call('exportArchive', { directory });
  return { ...opened, dataDir, directory };
}

/** Returns the report of the doctor about drills, some days from now. */
async function checkDrill(dataDir: string, limitDays: number, inDays = 0) {
  const config = loadConfig({ dataDir, set: [`archive.drill_days=${limitDays}`] }, {});
  const { checks } = await examine(config, { deep: false, now: Date.now() + inDays * DAY_MS });
  return checks.find(({ check }) => check === 'drill');
}

/** Calls an operation on an archive some days from now. */
const callLater = <Name extends 'drillArchive' | 'exportArchive'>(
  name: Name,
  { context }: OpenedLibrary,
  { directory, inDays }: { directory: string; inDays: number },
) => invoke(name, { ...context, now: () => Date.now() + inDays * DAY_MS }, { directory });

/** Changes a byte of the last object of an archive. */
function damage(directory: string): void {
  const name = readdirSync(directory, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('.pack'));
  const path = join(directory, name as string);
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] as number) ^ 1;
  writeFileSync(path, bytes);
}

it('a drill restores the last archive, compares it with the library and records its success [ARC-DRILL]', async () => {
  const { call, dataDir, directory } = await exportedLibrary();
  const scratch = temporaryFolder();
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, scratch);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await checkDrill(dataDir, 30)).toMatchObject({ status: 'warn', advice: expect.stringContaining('drill') });
  expect(await checkDrill(dataDir, 0)).toMatchObject({ status: 'ok' });
  const first = await call('drillArchive', {});
  expect(first).toMatchObject({ directory, ok: true, interrupted: false, last_success_at: null, compared: PRISTINE });
  expect(first.compared?.same).toBe(first.compared?.notes);
  expect(first.compared?.notes).toBeGreaterThan(2);
  expect(readdirSync(scratch)).toEqual([]);
  for (const { archive, library, ...differences } of Object.values(first.compared?.kinds ?? {})) {
    expect(library).toBe(archive);
    expect(archive).toBeGreaterThan(0);
    expect(differences).toEqual({ newer: 0, missing: 0, deleted: 0, changed: 0 });
  }
  expect(first.compared?.trashed).toEqual({ archive: 1, library: 1 });
  expect((await call('drillArchive', { directory })).last_success_at).not.toBeNull();
  expect(await checkDrill(dataDir, 30)).toMatchObject({ status: 'ok', message: expect.stringContaining('today') });
  expect(await checkDrill(dataDir, 30, 31)).toMatchObject({ status: 'warn' });
});

it('a drill counts what the library gained, lost and changed since the archive, without an error [ARC-DRILL]', async () => {
  const opened = await exportedLibrary();
  const { call, directory } = opened;
  const { id, current_revision_id } = await call('createDocument', { title: 'Kept', body: 'text' });
  const gone = await call('createDocument', { title: 'Gone', body: 'soon' });
  await call('exportArchive', { directory });
  for (const title of ['Three', 'Four', 'Five']) await call('createDocument', { title, body: 'text' });
  await call('addDocumentTag', { document_id: id, tag: 'new' });
  const picture = await upload(opened, 'more bytes of pictures');
  await call('attachResource', { document_id: id, resource_id: picture.id });
  await call('trashDocument', { document_id: id, base_revision_id: current_revision_id });
  await call('createNotebook', { name: 'Kitchen' });
  await call('trashDocument', { document_id: gone.id, base_revision_id: gone.current_revision_id });
  await call('purgeDocument', { document_id: gone.id, confirmation: `purge-document:${gone.id}` });
  const { ok, compared } = await call('drillArchive', { directory });
  expect(ok).toBe(true);
  const { documents, ...others } = compared?.kinds ?? {};
  expect(documents).toMatchObject({ newer: 3, missing: 0, deleted: 1, changed: 1 });
  expect((documents?.library ?? 0) - (documents?.archive ?? 0)).toBe(2);
  expect(Object.entries(others).map(([kind, { newer, deleted }]) => [kind, newer, deleted])).toEqual([
    ['revisions', 3, 1],
    ['notebooks', 1, 0],
    ['search_notebooks', 0, 0],
    ['tags', 1, 0],
    ['document_tags', 1, 0],
    ['resources', 1, 0],
    ['document_resources', 1, 0],
  ]);
  expect(compared).toMatchObject({ missing_count: 0, trashed: { archive: 1, library: 2 } });
});

it('a drill tells notes that were changed or purged since from notes that differ [ARC-DRILL]', async () => {
  const { call, library, dataDir, directory } = await exportedLibrary();
  const { id, current_revision_id } = await call('createDocument', { title: 'Lamp', body: 'first' });
  const gone = await call('createDocument', { title: 'Gone', body: 'soon' });
  const wrong = await call('createDocument', { title: 'Wrong', body: 'zq original zq' });
  await call('exportArchive', { directory });
  await call('replaceDocument', {
    document_id: id,
    base_revision_id: current_revision_id,
    title: 'Lamp',
    body: 'next',
  });
  await call('trashDocument', { document_id: gone.id, base_revision_id: gone.current_revision_id });
  await call('purgeDocument', { document_id: gone.id, confirmation: `purge-document:${gone.id}` });
  expect(await call('drillArchive', {})).toMatchObject({ ok: true, compared: { changed: 1, removed: 1 } });
  const other = await openTestLibrary();
  await expect(other.call('drillArchive', { directory })).rejects.toMatchObject({ code: 'conflict' });
  await expect(other.call('drillArchive', {})).rejects.toMatchObject({ code: 'not_found' });
  library.store.close();
  const database = join(dataDir, 'notes.db');
  const bytes = readFileSync(database).toString('latin1').replaceAll('zq original zq', 'zq 0riginal zq');
  writeFileSync(database, Buffer.from(bytes, 'latin1'));
  const damaged = await openTestLibrary(dataDir);
  const found = await damaged.call('drillArchive', {});
  expect(found).toMatchObject({ ok: false, compared: { differing_count: 1, differing: [wrong.id] } });
});

it('a drill fails when the archive lacks a note that the library had at the export [ARC-DRILL]', async () => {
  const { call, library, dataDir } = await exportedLibrary();
  const { id } = await call('createDocument', { title: 'Forgotten', body: 'text' });
  // An export that had missed the note would have recorded the library with it.
  await library.store.write(({ meta, journal }) => {
    const [last] = parseExports(meta.get('archives'));
    meta.set('archives', JSON.stringify([{ ...last, seq: journal.last() }]));
  });
  const found = await call('drillArchive', {});
  expect(found).toMatchObject({ ok: false, compared: { missing_count: 1, missing: [id] } });
  expect(found.compared?.kinds.documents).toMatchObject({ missing: 1, newer: 0 });
  expect(await checkDrill(dataDir, 30)).toMatchObject({ status: 'warn' });
});

it('a drill refuses the archive of a selection, which the doctor does not take for a backup [ARC-DRILL]', async () => {
  const { call, dataDir } = await exportedLibrary();
  const { id } = await call('createDocument', { title: 'One', body: 'text' });
  const directory = join(temporaryFolder(), 'selection');
  await call('exportArchive', { directory, target: 'subset_transfer', selection: { document_ids: [id] } });
  await expect(call('drillArchive', { directory })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/holds a selection \(subset_transfer\).* No drill has succeeded yet$/),
  });
  expect(await checkDrill(dataDir, 30)).toMatchObject({ status: 'warn' });
});

it('the doctor judges the age of the restored archive, and not the age of the drill [ARC-DRILL]', async () => {
  const opened = await exportedLibrary();
  const { call, dataDir, directory } = opened;
  // The library has not changed since: the archive still has all of it.
  expect(await callLater('drillArchive', opened, { directory, inDays: 40 })).toMatchObject({ ok: true });
  expect(await checkDrill(dataDir, 30, 41)).toMatchObject({ status: 'ok', message: expect.stringContaining('1 day') });
  await call('createDocument', { title: 'Newer', body: 'text' });
  const old = await callLater('drillArchive', opened, { directory, inDays: 80 });
  expect(Date.parse(old.archived_at ?? '')).toBeLessThan(Date.now() + DAY_MS);
  // The drill of an older archive does not replace the newest one.
  expect(await checkDrill(dataDir, 30, 80)).toMatchObject({
    status: 'warn',
    message: 'The newest archive restored for a test has the library as of 40 days ago; the last drill was today',
  });
  await callLater('exportArchive', opened, { directory, inDays: 80 });
  await call('createDocument', { title: 'Newest', body: 'text' });
  await callLater('drillArchive', opened, { directory, inDays: 100 });
  expect(await checkDrill(dataDir, 30, 100)).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('20 days'),
  });
});

it('a drill of an archive whose export is not known takes the time of its newest change [ARC-DRILL]', async () => {
  const { call, library, directory } = await exportedLibrary();
  await library.store.write(({ meta }) => meta.remove('archives'));
  const { ok, archived_at, report } = await call('drillArchive', { directory });
  expect([ok, archived_at]).toEqual([true, report.manifest?.snapshot.created_at]);
});

it('the doctor leaves a new library time for its first drill, unless the setting was changed [ARC-DRILL]', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const { call } = await openTestLibrary(dataDir);
  expect(await checkDrill(dataDir, 1, 100)).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('nothing'),
  });
  await call('createDocument', { title: 'One', body: 'text' });
  expect(await checkDrill(dataDir, DEFAULT_DAYS)).toMatchObject({ status: 'ok' });
  expect(await checkDrill(dataDir, DEFAULT_DAYS, DEFAULT_DAYS + 1)).toMatchObject({ status: 'warn' });
  expect(await checkDrill(dataDir, 1)).toMatchObject({ status: 'warn' });
  expect(await checkDrill(dataDir, 0, 1_000)).toMatchObject({ status: 'ok' });
});

it('a drill of a damaged archive fails, says when one last succeeded, and counts as no success [ARC-DRILL]', async () => {
  const { call, dataDir, directory } = await exportedLibrary();
  const other = await exportedLibrary();
  await call('drillArchive', {});
  for (const damaged of [directory, other.directory]) damage(damaged);
  const failed = await call('drillArchive', {});
  expect(failed).toMatchObject({ ok: false, archived_at: null, compared: null, report: { ok: false } });
  expect(Date.parse(failed.last_success_at ?? '')).toBeGreaterThan(Date.now() - DAY_MS);
  await expect(call('drillArchive', { directory: join(directory, 'gone') })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining(`. The last drill succeeded at ${failed.last_success_at}`),
  });
  expect(await checkDrill(dataDir, 30)).toMatchObject({ status: 'ok' });
  expect(await other.call('drillArchive', {})).toMatchObject({ ok: false, last_success_at: null });
  expect(await checkDrill(other.dataDir, 30)).toMatchObject({ status: 'warn' });
});

it('a drill of an earlier version, which compared no numbers of records, does not count [ARC-DRILL]', async () => {
  const { call, dataDir, library, directory } = await exportedLibrary();
  const earlier = JSON.stringify({ at: Date.now(), commitSha256: 'a'.repeat(64) });
  await library.store.write(({ meta }) => meta.set('archive_drill', earlier));
  expect(await checkDrill(dataDir, 7)).toMatchObject({
    status: 'warn',
    message: 'No archive was restored for a test yet',
  });
  expect(await call('drillArchive', { directory })).toMatchObject({ ok: true, last_success_at: null });
  expect(await checkDrill(dataDir, 7)).toMatchObject({ status: 'ok' });
});
