import { cpSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveWriter } from '@notes/archive-manifest/node';
import { describe, expect, it, vi } from 'vitest';
import { findUnchangedExport } from '../../src/exchange/archive/find-unchanged-export.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { fill, tree } from './support.js';

const exportTo = (opened: OpenedLibrary, directory: string, input: Record<string, unknown> = {}) =>
  opened.call('exportArchive', { directory, ...input });

describe('a repeated export', () => {
  it('[ARC-INCREMENT] leaves every file as it is when nothing changed, and answers as before', async () => {
    const opened = await openTestLibrary();
    await fill(opened);
    const directory = join(temporaryFolder(), 'a');
    const first = await exportTo(opened, directory);
    const before = tree(directory);
    const write = vi.spyOn(ArchiveWriter.prototype, 'finish');
    const { archive, ...facts } = await exportTo(opened, directory);
    expect(write).not.toHaveBeenCalled();
    expect(tree(directory)).toEqual(before);
    const { objects, bytes } = first.archive?.totals ?? {};
    expect({ ...facts, archive: { ...archive, unread: null } }).toEqual({
      ...first,
      archive: { ...first.archive, unread: null },
    });
    expect(archive?.unread).toEqual({ objects, bytes });
    expect((await exportTo(opened, directory, { paranoid: true })).archive?.unread).toEqual({ objects: 0, bytes: 0 });
    expect(write).toHaveBeenCalledTimes(1);
    await exportTo(opened, directory, { created_at: '2020-02-02T02:02:02.002Z' });
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('[ARC-INCREMENT] is answered before the operation is loaded, and stores the clock like an opening', async () => {
    const opened = await openTestLibrary();
    await fill(opened);
    const directory = join(temporaryFolder(), 'a');
    await exportTo(opened, directory);
    const { store, serviceVersion } = opened.library;
    const place = { flags: { dataDir: store.paths.dataDir }, environment: {} };
    const choice = { directory, layout: 'auto', compress: 'none' } as const;
    const now = Date.now() + 24 * 3_600_000;
    const find = () => findUnchangedExport(place, choice, { serviceVersion, now });
    const answer = await find();
    expect(answer).toEqual(await exportTo(opened, directory));
    expect(JSON.parse(store.read(({ meta }) => meta.get('clock')) ?? '')).toEqual({ believed: now, seen: null });
    await opened.call('createDocument', { title: 'New', body: 'text' });
    expect(await find()).toBeUndefined();
  });

  it('[ARC-HEAL] reads a file again when a program wrote to it, also with the same size and time', async () => {
    const opened = await openTestLibrary();
    await fill(opened);
    const directory = join(temporaryFolder(), 'a');
    await exportTo(opened, directory);
    const before = tree(directory);
    const [path, bytes] = Object.entries(before).find(([name]) => name.endsWith('.pack')) as [string, string];
    writeFileSync(join(directory, path), `${bytes.slice(0, -1)}~`, 'latin1');
    const past = new Date(0);
    utimesSync(join(directory, path), past, past);
    expect((await exportTo(opened, directory)).archive?.unread).toEqual({ objects: 0, bytes: 0 });
    expect(tree(directory)).toEqual(before);
    rmSync(join(directory, path));
    await exportTo(opened, directory);
    expect(tree(directory)).toEqual(before);
  });

  it('[ARC-INCREMENT] does not take another history of the library for the exported one', async () => {
    const opened = await openTestLibrary();
    await fill(opened);
    const folder = temporaryFolder();
    const { dataDir } = opened.library.store.paths;
    const directory = join(folder, 'a');
    await exportTo(opened, directory);
    opened.library.store.close();
    cpSync(dataDir, join(folder, 'copy'), { recursive: true });
    const left = await openTestLibrary(dataDir);
    await left.call('createDocument', { title: 'Left', body: 'of the left history' });
    await exportTo(left, directory);
    const right = await openTestLibrary(join(folder, 'copy'));
    await right.call('createDocument', { title: 'Right', body: 'of the right history' });
    const seq = (of: OpenedLibrary) => of.library.store.read(({ journal }) => journal.last());
    expect(seq(right)).toBe(seq(left));
    await exportTo(right, directory);
    const text = Object.values(tree(directory)).join('');
    expect(text).toContain('of the right history');
    const { manifest } = await right.call('verifyArchive', { directory, level: 3 });
    const fresh = await exportTo(right, join(folder, 'fresh'));
    expect(manifest?.snapshot.id).toBe(fresh.archive?.snapshot.id);
  });
});
