import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/index.js';
import { examine } from '../../src/upkeep/doctor/index.js';
import { openTestLibrary, temporaryFolder } from '../support.js';
import { fill } from './support.js';

const DAY_MS = 86_400_000;
const PRISTINE = { notes: expect.any(Number), changed: 0, removed: 0, differing_count: 0, differing: [] };

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

const listScratchFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('notes-verify-'));

it('a drill restores the last archive, compares its notes and records its success [ARC-DRILL]', async () => {
  const { call, dataDir, directory } = await exportedLibrary();
  expect(await checkDrill(dataDir, 30)).toMatchObject({ status: 'warn', advice: expect.stringContaining('drill') });
  expect(await checkDrill(dataDir, 0)).toMatchObject({ status: 'ok' });
  const before = listScratchFolders();
  const first = await call('drillArchive', {});
  expect(first).toMatchObject({ directory, ok: true, interrupted: false, last_success_at: null, compared: PRISTINE });
  expect(first.compared?.same).toBe(first.compared?.notes);
  expect(first.compared?.notes).toBeGreaterThan(2);
  expect(listScratchFolders()).toEqual(before);
  expect((await call('drillArchive', { directory })).last_success_at).not.toBeNull();
  expect(await checkDrill(dataDir, 30)).toMatchObject({ status: 'ok', message: expect.stringContaining('today') });
  expect(await checkDrill(dataDir, 30, 31)).toMatchObject({ status: 'warn' });
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

it('a drill of a damaged archive fails, and does not count as a success [ARC-DRILL]', async () => {
  const { call, dataDir, directory } = await exportedLibrary();
  const name = readdirSync(directory, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('.pack'));
  const path = join(directory, name as string);
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] as number) ^ 1;
  writeFileSync(path, bytes);
  expect(await call('drillArchive', {})).toMatchObject({ ok: false, compared: null, report: { ok: false } });
  expect(await checkDrill(dataDir, 30)).toMatchObject({ status: 'warn' });
});
