import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { lockFolder } from '../../src/exchange/archive/target.js';
import { openTestLibrary, temporaryFolder } from '../support.js';
import { fill, tree, upload } from './support.js';

const STRAY = `objects/ab/cd/abcd${'0'.repeat(60)}`;

/** Creates a file with a modification time in the distant past. */
function leave(folder: string, path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), 'left');
  utimesSync(join(folder, path), 1, 1);
}

/** Returns a folder for two hexadecimal digits with which no digest of the archive begins. */
function findUnusedFolder(folder: string, kind: string): string {
  const digits = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'));
  return `${kind}/${digits.find((prefix) => !existsSync(join(folder, kind, prefix)))}`;
}

it('[ARC-PRUNE] pruneArchive removes files that no manifest names and keeps those of earlier manifests', async () => {
  const opened = await openTestLibrary();
  await fill(opened);
  const folder = join(temporaryFolder(), 'a');
  const exportAgain = () => opened.call('exportArchive', { directory: folder });
  const { archive } = await exportAgain();
  await opened.call('createDocument', { title: 'Newer', body: 'x' });
  await exportAgain();
  const whole = tree(folder);
  leave(folder, STRAY);
  leave(folder, `packs/ab/ab${'0'.repeat(62)}.pack`);
  leave(folder, 'objects/mine.txt');
  const [packs, objects] = [findUnusedFolder(folder, 'packs'), findUnusedFolder(folder, 'objects')];
  for (const empty of [packs, `${objects}/01`, 'objects/mine']) mkdirSync(join(folder, empty), { recursive: true });
  const prune = (dry_run = false) => opened.call('pruneArchive', { directory: folder, dry_run });
  expect(await prune(true)).toMatchObject({ files: 2, bytes: 8, manifests: 2 });
  expect(tree(folder)[STRAY]).toBe('left');
  expect(await prune()).toMatchObject({ files: 2, bytes: 8 });
  const { 'objects/mine.txt': mine, ...left } = tree(folder);
  expect([mine, left]).toEqual(['left', whole]);
  // Empty folders of an exporter are removed too; other folders stay.
  expect([packs, objects, '.export'].filter((path) => existsSync(join(folder, path)))).toEqual([]);
  expect(existsSync(join(folder, 'objects/mine'))).toBe(true);
  rmSync(join(folder, 'manifests', `${archive?.commit_sha256}.json`));
  for (const path of Object.keys(tree(folder))) utimesSync(join(folder, path), 1, 1);
  expect((await prune()).files).toBeGreaterThan(0);
  expect(await opened.call('verifyArchive', { directory: folder, level: 3 })).toMatchObject({ ok: true });
});

it('[ARC-PRUNE] pruneArchive removes nothing when a manifest or its index cannot be read', async () => {
  const opened = await openTestLibrary();
  const folder = join(temporaryFolder(), 'a');
  await opened.call('exportArchive', { directory: folder });
  leave(folder, STRAY);
  const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
  const index = JSON.parse(manifest).index[0].location.path;
  writeFileSync(join(folder, index), readFileSync(join(folder, index), 'utf8').replace('entity', 'entitx'));
  const prune = () => opened.call('pruneArchive', { directory: folder });
  await expect(prune()).rejects.toThrow(/archive_index_digest/);
  writeFileSync(join(folder, 'manifest.json'), manifest.slice(1));
  await expect(prune()).rejects.toThrow(/archive_manifest_malformed/);
  rmSync(join(folder, 'manifest.json'));
  await expect(prune()).rejects.toThrow(/archive_manifest_missing/);
  expect(tree(folder)[STRAY]).toBe('left');
});

it('[ARC-PRUNE] names what helps against an invalid manifest, and verifyArchive warns of an earlier one', async () => {
  const opened = await openTestLibrary();
  const folder = join(temporaryFolder(), 'a');
  const exportAgain = () => opened.call('exportArchive', { directory: folder });
  const prune = () => opened.call('pruneArchive', { directory: folder });
  const { archive } = await exportAgain();
  await opened.call('createDocument', { title: 'Newer', body: 'x' });
  await exportAgain();
  const former = join(folder, 'manifests', `${archive?.commit_sha256}.json`);
  const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
  const earlier = readFileSync(former, 'utf8');
  const advice = /the newest valid file in the folder manifests, in its place\.$/;
  for (const damage of [
    () => writeFileSync(join(folder, 'manifest.json'), '{}'),
    () => rmSync(join(folder, 'manifest.json')),
  ]) {
    damage();
    await expect(prune()).rejects.toThrow(advice);
    await expect(exportAgain()).rejects.toThrow(advice);
    writeFileSync(join(folder, 'manifest.json'), earlier);
    expect((await exportAgain()).archive).not.toBeNull();
    expect(await prune()).toMatchObject({ removed_manifests: 0 });
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toContain(JSON.parse(manifest).snapshot.id);
  }
  const verify = (level: number) => opened.call('verifyArchive', { directory: folder, level });
  const formerWarning = expect.objectContaining({ file: `manifests/${archive?.commit_sha256}.json` });
  for (const level of [3, 4]) expect((await verify(level)).warnings).not.toContainEqual(formerWarning);
  writeFileSync(former, '{}');
  for (const level of [3, 4])
    expect(await verify(level)).toMatchObject({ ok: true, warnings: expect.arrayContaining([formerWarning]) });
  await expect(prune()).rejects.toThrow(/or delete it to give up this earlier archive\.$/);
  rmSync(former);
  await prune();
});

it('[ARC-REPACK] pruneArchive removes earlier archives after confirmation and rewrites mostly unused packs', async () => {
  const opened = await openTestLibrary();
  const { call } = opened;
  const attached: string[] = [];
  for (let n = 0; n < 10; n += 1) attached.push((await upload(opened, `${n}`.repeat(20_000))).id);
  const folder = join(temporaryFolder(), 'a');
  const exportAgain = async () => (await call('exportArchive', { directory: folder })).archive;
  const prune = (more: object = {}) => call('pruneArchive', { directory: folder, ...more });
  const packs = () => Object.keys(tree(folder)).filter((path) => path.startsWith('packs/'));
  await exportAgain();
  const full = packs();
  for (const id of attached.slice(0, 8))
    await call('deleteResource', { resource_id: id, confirmation: `delete-resource:${id}` });
  const archive = await exportAgain();
  for (const path of Object.keys(tree(folder))) utimesSync(join(folder, path), 1, 1);
  const nothing = await prune({ repack: true });
  expect(nothing).toMatchObject({ files: 0, repacked: { packs: 0, held: { packs: 1 } }, removed_manifests: 0 });
  // The pack holds attachments of 20,000 bytes, most of which only the earlier archive has.
  expect(nothing.repacked.held.bytes).toBeGreaterThan(5 * 20_000);
  const planned = await prune({ keep: 0, repack: true, dry_run: true });
  expect(planned).toMatchObject({
    manifests: 1,
    removed_manifests: 1,
    repacked: { packs: 1, held: { packs: 0, bytes: 0 } },
  });
  expect(planned.confirmation).toMatch(/^archive-prune:[0-9a-f]{12}$/);
  const before = tree(folder);
  await expect(prune({ keep: 0, repack: true })).rejects.toMatchObject({ code: 'precondition_required' });
  await expect(prune({ keep: 0, confirmation: 'archive-prune:0' })).rejects.toThrow(planned.confirmation as string);
  expect(tree(folder)).toEqual(before);
  const done = await prune({ keep: 0, repack: true, confirmation: planned.confirmation });
  // The index that named the pack is removed as well.
  expect(done).toMatchObject({
    ...planned,
    dry_run: false,
    confirmation: null,
    files: planned.files + 1,
    bytes: expect.any(Number),
  });
  expect(packs()).not.toContain(full[0]);
  const report = await call('verifyArchive', { directory: folder, level: 4 });
  expect(report).toMatchObject({ ok: true, warnings: [], manifest: { snapshot: { id: archive?.snapshot.id } } });
  expect(report.manifest?.commit_sha256).not.toBe(archive?.commit_sha256);
  expect(Object.keys(tree(folder)).filter((path) => path.startsWith('manifests/'))).toEqual([]);
  expect(await prune({ keep: 0, repack: true })).toMatchObject({ files: 0, repacked: { packs: 0 } });
  expect(await exportAgain()).toMatchObject({ commit_sha256: report.manifest?.commit_sha256 });
});

it('[ARC-REPACK] pruneArchive moves nothing out of an altered pack', async () => {
  const opened = await openTestLibrary();
  const { call } = opened;
  await upload(opened, 'kept'.repeat(1_000));
  const other = await upload(opened, 'other'.repeat(20_000));
  const folder = join(temporaryFolder(), 'a');
  await call('exportArchive', { directory: folder });
  await call('deleteResource', { resource_id: other.id, confirmation: `delete-resource:${other.id}` });
  await call('exportArchive', { directory: folder });
  const [pack] = Object.entries(tree(folder)).find(([, bytes]) => bytes.includes('keptkept')) as [string, string];
  const bytes = readFileSync(join(folder, pack));
  bytes[bytes.indexOf('keptkept')] = 0;
  writeFileSync(join(folder, pack), bytes);
  const { confirmation } = await call('pruneArchive', { directory: folder, keep: 0, repack: true, dry_run: true });
  const before = tree(folder);
  const pruned = call('pruneArchive', {
    directory: folder,
    keep: 0,
    repack: true,
    confirmation: confirmation as string,
  });
  await expect(pruned).rejects.toThrow(/archive_object_digest/);
  expect({ ...tree(folder), ...before }).toEqual(tree(folder));
});

it('[ARC-PRUNE] pruneArchive leaves the lock folder to a process that takes the lock at that moment', async () => {
  const folder = temporaryFolder();
  const remover = new Worker(new URL('children/folder-remover.mjs', import.meta.url), {
    workerData: join(folder, '.export'),
  });
  await once(remover, 'message');
  try {
    for (let n = 0; n < 300; n += 1) {
      const lock = lockFolder(folder);
      expect(existsSync(join(folder, '.export', 'lock'))).toBe(true);
      lock.remove();
    }
  } finally {
    await remover.terminate();
  }
});
