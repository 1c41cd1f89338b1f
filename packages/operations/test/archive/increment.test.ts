import { cpSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveWriter } from '@notes/archive-manifest/node';
import { describe, expect, it, vi } from 'vitest';
import { ArchiveTarget } from '../../src/exchange/archive/target.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { fill, tree, upload } from './support.js';

/** Notes and links in each: their link records fill several objects. */
const NOTES = 160;
const LINKS = 120;

const exportTo = (opened: OpenedLibrary, directory: string, input: Record<string, unknown> = {}) =>
  opened.call('exportArchive', { directory, ...input });

const makeBody = (seed: number) =>
  Array.from({ length: LINKS }, (_, n) => `See [[Note ${(seed * 31 + n * 7) % NOTES}]] and ${seed}.\n`).join('');

/** Creates notes with many links, and returns their ids. */
async function createNotes({ call }: OpenedLibrary): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < NOTES; n += 1)
    ids.push((await call('createDocument', { title: `Note ${n}`, body: makeBody(n) })).id);
  return ids;
}

type Edit = (opened: OpenedLibrary, id: string, seed: number) => Promise<unknown>;

const replace = async ({ call }: OpenedLibrary, document_id: string, change: { title?: string; body: string }) => {
  const { current_revision_id, title } = await call('getDocument', { document_id });
  await call('replaceDocument', { document_id, base_revision_id: current_revision_id, title, ...change });
};

const trash = async ({ call }: OpenedLibrary, document_id: string) => {
  const { current_revision_id } = await call('getDocument', { document_id });
  await call('trashDocument', { document_id, base_revision_id: current_revision_id });
};

/** Changes of every kind that an archive shows. Each is applied to a note that exists and is not in Trash. */
const EDITS: readonly Edit[] = [
  (opened, id, seed) => replace(opened, id, { body: makeBody(seed + 1000) }),
  (opened, id, seed) => replace(opened, id, { title: `Renamed ${seed}`, body: makeBody(seed) }),
  (opened, id, seed) => replace(opened, id, { body: `${seed} ${'long '.repeat(60_000)}` }),
  (opened, id) => replace(opened, id, { body: '' }),
  ({ call }, _, seed) => call('createDocument', { title: `New ${seed}`, body: makeBody(seed) }),
  async (opened, id) => {
    await trash(opened, id);
    await opened.call('restoreDocument', { document_id: id });
  },
  ({ call }, document_id, seed) => call('addDocumentTag', { document_id, tag: `tag/${seed % 3}` }),
  async ({ call }, document_id, seed) => {
    await call('addDocumentTag', { document_id, tag: `old ${seed}` });
    await call('renameTag', { from: `old ${seed}`, to: `tag/${seed % 3}`, dry_run: false });
  },
  async ({ call }, document_id, seed) => {
    const { notebook_id } = await call('createNotebook', { name: `Notebook ${seed}` });
    const { current_revision_id } = await call('getDocument', { document_id });
    await call('moveDocument', { document_id, notebook_id, base_revision_id: current_revision_id });
  },
  async (opened, document_id, seed) => {
    const { id: resource_id } = await upload(opened, `${seed} bytes`);
    await opened.call('attachResource', { document_id, resource_id });
  },
];

/** Returns a generator of equal numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('a repeated export', () => {
  it.each([{}, { compress: 'deflate' }])(
    '[ARC-INCREMENT] writes the same files as an export that reads everything, after changes of every kind: %j',
    async (options) => {
      const opened = await openTestLibrary();
      const ids = await createNotes(opened);
      const folder = temporaryFolder();
      const [own, full] = [join(folder, 'own'), join(folder, 'full')];
      const keep = vi.spyOn(ArchiveWriter.prototype, 'keepRecords');
      const reuse = vi.spyOn(ArchiveTarget.prototype, 'readFormerObject');
      await exportTo(opened, own, options);
      const random = createRandom(7);
      const seeds = [...EDITS.keys(), ...Array.from({ length: 4 }, () => random(1000))];
      for (const seed of seeds) {
        for (let left = random(3); left >= 0; left -= 1) {
          const edit = EDITS[(seed + left) % EDITS.length] as Edit;
          await edit(opened, ids[random(ids.length)] as string, seed);
        }
        if (seed % 5 === 4) {
          const [document_id] = ids.splice(random(ids.length), 1) as [string];
          await trash(opened, document_id);
          await opened.call('purgeDocument', { document_id, confirmation: `purge-document:${document_id}` });
        }
        rmSync(full, { recursive: true, force: true });
        cpSync(own, full, { recursive: true });
        await exportTo(opened, own, options);
        const calls = [keep, reuse].map(({ mock }) => mock.calls.length);
        await exportTo(opened, full, { ...options, paranoid: true });
        expect([keep, reuse].map(({ mock }) => mock.calls.length)).toEqual(calls);
        expect(tree(full), `after the edits of ${seed}`).toEqual(tree(own));
      }
      expect(keep).toHaveBeenCalled();
      expect(reuse).toHaveBeenCalled();
      const fresh = await exportTo(opened, join(folder, 'fresh'), options);
      const last = await exportTo(opened, own, options);
      expect(last.archive?.snapshot).toEqual(fresh.archive?.snapshot);
      expect(await opened.call('verifyArchive', { directory: own, level: 3 })).toMatchObject({ ok: true });
    },
    600_000,
  );

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
