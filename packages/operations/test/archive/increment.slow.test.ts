import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IndexEntry, locateObject, type Manifest, readChunks } from '@notes/archive-manifest';
import { ArchiveWriter } from '@notes/archive-manifest/node';
import { describe, expect, it, vi } from 'vitest';
import { ArchiveTarget } from '../../src/exchange/archive/target.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { tree, upload } from './support.js';

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
  async (opened, document_id, seed) => {
    const { id } = await upload(opened, `${seed} embedded`);
    await replace(opened, document_id, { body: `![](resource://default/resources/${id})` });
    await replace(opened, document_id, { body: makeBody(seed) });
  },
];

const purge = async (opened: OpenedLibrary, document_id: string) => {
  await trash(opened, document_id);
  await opened.call('purgeDocument', { document_id, confirmation: `purge-document:${document_id}` });
};

/** Reads the index of an archive. */
function readEntries(directory: string): IndexEntry[] {
  const { index } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest;
  return index.flatMap((object) => {
    const lines = readFileSync(join(directory, locateObject(object).path), 'utf8')
      .split('\n')
      .slice(0, -1);
    return lines.map((line) => JSON.parse(line) as IndexEntry);
  });
}

/** Returns the entries of an archive without the locations, which depend on earlier exports. */
const readContents = (directory: string) => readEntries(directory).map(({ location, ...entry }) => entry);

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
          // Neighbours, so that a chunk becomes much smaller.
          ids.sort();
          for (const document_id of ids.splice(random(ids.length - 6), 6)) await purge(opened, document_id);
        }
        rmSync(full, { recursive: true, force: true });
        cpSync(own, full, { recursive: true });
        await exportTo(opened, own, options);
        const calls = [keep, reuse].map(({ mock }) => mock.calls.length);
        await exportTo(opened, full, { ...options, paranoid: true });
        expect([keep, reuse].map(({ mock }) => mock.calls.length)).toEqual(calls);
        expect(tree(full), `after the edits of ${seed}`).toEqual(tree(own));
        rmSync(full, { recursive: true, force: true });
        await exportTo(opened, full, { ...options, new_archive: true });
        expect(readContents(own), `after the edits of ${seed}`).toEqual(readContents(full));
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

  it.each(['auto', 'fanout'])(
    '[ARC-INCREMENT] makes the records again where a chunk to copy has a damaged byte: layout %s',
    async (layout) => {
      const opened = await openTestLibrary();
      await createNotes(opened);
      const folder = temporaryFolder();
      const [own, fresh] = [join(folder, 'own'), join(folder, 'fresh')];
      // The disk altered a byte: no program wrote to a file.
      vi.spyOn(ArchiveTarget.prototype, 'stamp').mockResolvedValue('unchanged');
      await exportTo(opened, own, { layout });
      const entry = readEntries(own).find((each) => each.kind === 'records' && each.record_chunks > 2) as IndexEntry;
      const { path, pack } = locateObject(entry);
      const [file, offset] = [join(own, path), pack?.offset ?? 0];
      const bytes = readFileSync(file);
      const [first, second] = [...readChunks(bytes.subarray(offset, offset + entry.size_bytes))].map((chunk) => ({
        size: chunk.bytes.length,
        noteId: /"document_id":"([^"]+)"/.exec(Buffer.from(chunk.payload).toString())?.[1] as string,
      })) as [{ size: number; noteId: string }, { size: number }];
      const damaged = offset + first.size + second.size - 100;
      bytes[damaged] = (bytes[damaged] as number) ^ 1;
      writeFileSync(file, bytes);
      await replace(opened, first.noteId, { body: `${makeBody(5)}[[Another]]` });
      const reuse = vi.spyOn(ArchiveTarget.prototype, 'readFormerObject');
      await exportTo(opened, own, { layout });
      const outcomes = await Promise.allSettled(reuse.mock.results.map(({ value }) => value));
      expect(outcomes.map(({ status }) => status)).toContain('rejected');
      await exportTo(opened, fresh, { layout });
      expect(readContents(own)).toEqual(readContents(fresh));
      expect(readEntries(own).map(({ sha256 }) => sha256)).not.toContain(entry.sha256);
      expect(await opened.call('verifyArchive', { directory: own, level: 3 })).toMatchObject({ ok: true });
    },
    600_000,
  );
});
