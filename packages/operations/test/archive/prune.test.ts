import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestLibrary, temporaryFolder } from '../support.js';
import { fill, tree } from './support.js';

const STRAY = `objects/ab/cd/abcd${'0'.repeat(60)}`;

/** A file that was there long before. */
function leave(folder: string, path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), 'left');
  utimesSync(join(folder, path), 1, 1);
}

it('[ARC-PRUNE] removes what no manifest names, and keeps what an earlier one does', async () => {
  const opened = await openTestLibrary();
  await fill(opened);
  const folder = join(temporaryFolder(), 'a');
  const exported = () => opened.call('exportArchive', { directory: folder });
  const { archive } = await exported();
  await opened.call('createDocument', { title: 'Newer', body: 'x' });
  await exported();
  const whole = tree(folder);
  leave(folder, STRAY);
  leave(folder, `packs/ab/ab${'0'.repeat(62)}.pack`);
  leave(folder, 'objects/mine.txt');
  const prune = (dry_run = false) => opened.call('pruneArchive', { directory: folder, dry_run });
  expect(await prune(true)).toMatchObject({ files: 2, bytes: 8, manifests: 2 });
  expect(tree(folder)[STRAY]).toBe('left');
  expect(await prune()).toMatchObject({ files: 2, bytes: 8 });
  const { 'objects/mine.txt': mine, ...left } = tree(folder);
  expect([mine, left]).toEqual(['left', whole]);
  rmSync(join(folder, 'manifests', `${archive?.commit_sha256}.json`));
  for (const path of Object.keys(tree(folder))) utimesSync(join(folder, path), 1, 1);
  expect((await prune()).files).toBeGreaterThan(0);
  expect(await opened.call('verifyArchive', { directory: folder, level: 3 })).toMatchObject({ ok: true });
});

it('[ARC-PRUNE] removes nothing where a manifest or its index cannot be read', async () => {
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
