import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@notes/archive-manifest';
import { openArchive } from '@notes/archive-manifest/node';
import { dataPaths, makeDataDirectory } from '@notes/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import { MANIFEST_ONLY, readArchive } from '../../src/exchange/archive/read-archive.js';
import { makeVerifiedLibrary } from '../../src/exchange/archive/restore/make-verified-library.js';
import { invoke } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { fill, tree, upload } from './support.js';

let opened: OpenedLibrary;
let folder: string;

beforeEach(async () => {
  opened = await openTestLibrary();
  folder = temporaryFolder();
  await fill(opened);
});

const exportTo = ({ call }: OpenedLibrary, name: string, input: Record<string, unknown> = {}) =>
  call('exportArchive', { directory: join(folder, name), ...input });
const restore = (input: Record<string, unknown> = {}) =>
  opened.call('restoreArchive', { directory: join(folder, 'a'), into_dir: join(folder, 'new'), ...input });

/** Returns the files of an archive, with the manifest reduced to what two copies of a library share. */
function contents(name: string) {
  const { 'manifest.json': manifest, ...files } = tree(join(folder, name));
  const { commit_sha256: _, snapshot, ...rest } = JSON.parse(manifest as string);
  const { id: __, source_replica_id: ___, ...same } = snapshot;
  return { files, manifest: { ...rest, snapshot: same } };
}

/** Returns the data derived from texts, by ids. */
const readDerived = ({ library }: OpenedLibrary) =>
  library.store.read((reader) => {
    const { documents, links, resources } = reader;
    const notes = reader.notebooks.all().flatMap(({ pk }) => documents.listInNotebook(pk, 1_000));
    const active = notes.filter(({ notebookId }) => notebookId !== 'nb_help');
    return active.map((note) => ({
      ...note,
      pk: 0,
      revisionPk: 0,
      notebookPk: 0,
      links: links.outgoing(note.pk).map(({ target, state, line }) => [target, state, line]),
      attachments: resources.listForDocument(note.pk).map(({ id, relationType }) => [id, relationType]),
      suggested: links.suggest(note.title, 5).map(({ id }) => id),
    }));
  });

describe('restoreArchive', () => {
  it('[ARC-RESTORE] creates a library with the same derived data, whose export is the same archive', async () => {
    const { id } = await upload(opened, 'attached and imported');
    const note = await opened.call('createDocument', {
      title: 'More',
      body: '- [ ] a task\n- [x] done',
      tags: ['b', 'a'],
    });
    await opened.call('attachResource', { document_id: note.id, resource_id: id, relation_type: 'cover' });
    await opened.call('createSearchNotebook', { name: 'Beds', query: 'tag:garden' });
    await opened.library.store.write(({ resources, provenance, documents }) => {
      const resource = resources.get(id);
      const document = documents.get(note.id);
      if (resource === undefined || document === undefined) throw new Error('both were just made');
      resources.recordSource(resource, { kind: 'markdown', id: 'a/picture.png' }, 5);
      provenance.record(document, { kind: 'markdown', id: 'a/more.md' }, 'a'.repeat(64), 6);
    });
    await exportTo(opened, 'a');
    const outcome = await restore();
    expect(outcome).toMatchObject({ restored: true, kept_aside: null, report: { ok: true, level: 4, warnings: [] } });
    expect(readdirSync(folder).sort()).toEqual(['a', 'new']);
    const again = await openTestLibrary(join(folder, 'new'));
    expect(again.library.databaseId).toBe(opened.library.databaseId);
    expect(again.library.replicaId).not.toBe(opened.library.replicaId);
    expect(readDerived(again)).toEqual(readDerived(opened));
    for (const query of ['again', 'garden', 'title:foremost', 'is:trashed', 'has:task'])
      expect((await again.call('searchDocuments', { query })).results.map(({ document_id }) => document_id)).toEqual(
        (await opened.call('searchDocuments', { query })).results.map(({ document_id }) => document_id),
      );
    expect(await again.call('listTasks', {})).toEqual(await opened.call('listTasks', {}));
    const { checks } = await again.call('checkLibrary', { deep: true });
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    await exportTo(again, 'b');
    expect(contents('b')).toEqual(contents('a'));
  });

  it('[ARC-RESTORE] creates a library from the archive of a selection, with all builtins', async () => {
    const selection = { tags: ['garden'] };
    await exportTo(opened, 'a', { target: 'subset_transfer', selection, policy: { all_revisions: true } });
    expect((await restore()).restored).toBe(true);
    const again = await openTestLibrary(join(folder, 'new'));
    expect((await again.call('listNotebooks', {})).notebooks.map(({ name }) => name).sort()).toEqual([
      'Garden',
      'Help',
      'Notes',
      'Reports',
    ]);
    expect((await again.call('listSearchNotebooks', {})).search_notebooks).toHaveLength(2);
    await exportTo(again, 'b', { target: 'subset_transfer', selection, policy: { all_revisions: true } });
    expect(contents('b').files).toEqual(contents('a').files);
  });

  it('[ARC-RESTORE] restores an earlier export by the first digits of its commit, also when the last one is damaged', async () => {
    const first = await exportTo(opened, 'a');
    const commit = first.archive?.commit_sha256 ?? '';
    const before = contents('a');
    await opened.call('createDocument', { title: 'Later', body: 'x' });
    const last = await exportTo(opened, 'a');
    const chosen = last.archive?.commit_sha256.slice(0, 8);
    expect(await restore({ commit: chosen, dry_run: true })).toMatchObject({ report: { ok: true }, earlier: [] });
    writeFileSync(join(folder, 'a', 'manifest.json'), '{}');
    const refused = await restore();
    expect(refused).toMatchObject({ restored: false, earlier: [commit], report: { ok: false } });
    expect(existsSync(join(folder, 'new'))).toBe(false);
    await expect(restore({ commit: '00000000' })).rejects.toMatchObject({
      code: 'not_found',
      message: /begins with 0/,
    });
    const outcome = await restore({ commit: commit.slice(0, 12) });
    expect(outcome).toMatchObject({ restored: true, report: { manifest: { commit_sha256: commit } } });
    const again = await openTestLibrary(join(folder, 'new'));
    await exportTo(again, 'b');
    expect(contents('b').files).toEqual(before.files);
  });

  it('[ARC-PLACE] verifies everything in a dry run and creates nothing', async () => {
    await exportTo(opened, 'a');
    expect(await restore({ dry_run: true })).toMatchObject({ restored: false, report: { ok: true, level: 4 } });
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('[ARC-PLACE] refuses a target that is not empty or within the archive', async () => {
    await exportTo(opened, 'a');
    const { dataDir } = opened.library.store.paths;
    opened.library.store.close();
    const before = tree(dataDir);
    await expect(restore({ into_dir: dataDir })).rejects.toMatchObject({
      code: 'conflict',
      message: /archive_target_exists/,
    });
    expect(tree(dataDir)).toEqual(before);
    mkdirSync(join(folder, 'new'));
    writeFileSync(join(folder, 'new', 'mine.txt'), 'mine');
    await expect(restore()).rejects.toMatchObject({ code: 'conflict', message: /archive_target_exists/ });
    expect(tree(join(folder, 'new'))).toEqual({ 'mine.txt': 'mine' });
    const within = restore({ into_dir: join(folder, 'a', 'new') });
    await expect(within).rejects.toMatchObject({ code: 'validation_failed' });
    expect(existsSync(join(folder, 'a', 'new'))).toBe(false);
  });

  it('[ARC-PLACE] refuses a dangling link before any work, and leaves nothing when the target is created meanwhile', async () => {
    await exportTo(opened, 'a');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'new'));
    for (const into_dir of ['new', 'new/below'])
      await expect(restore({ into_dir: join(folder, into_dir), dry_run: true })).rejects.toMatchObject({
        code: 'conflict',
        message: /is a symbolic link to a path that does not exist/,
      });
    expect(readdirSync(folder).sort()).toEqual(['a', 'new']);
    rmSync(join(folder, 'new'));
    const progress = () => mkdirSync(join(folder, 'new', 'taken'), { recursive: true });
    const input = { directory: join(folder, 'a'), into_dir: join(folder, 'new') };
    const late = invoke('restoreArchive', { ...opened.context, progress }, input);
    await expect(late).rejects.toMatchObject({ code: 'conflict', message: /created during the restore/ });
    expect(readdirSync(folder).sort()).toEqual(['a', 'new']);
  });

  it('[ARC-PLACE] moves an untouched library aside after confirmation and keeps its settings', async () => {
    await exportTo(opened, 'a');
    const empty = await openTestLibrary(join(folder, 'new'));
    empty.library.store.close();
    writeFileSync(join(folder, 'new', 'config.toml'), '');
    const { confirmation } = await restore({ dry_run: true });
    expect(confirmation).toMatch(/^archive-restore:[0-9a-f]{12}$/);
    await expect(restore()).rejects.toMatchObject({ code: 'precondition_required', details: { confirmation } });
    const { restored, kept_aside } = await restore({ confirmation });
    expect([restored, kept_aside]).toEqual([true, join(folder, 'new.before-restore')]);
    expect(existsSync(join(kept_aside as string, 'notes.db'))).toBe(true);
    expect(existsSync(join(folder, 'new', 'config.toml'))).toBe(true);
    const again = await openTestLibrary(join(folder, 'new'));
    expect(again.library.databaseId).toBe(opened.library.databaseId);
  });

  it('[ARC-PLACE] is refused while the library at the target is in use or another restore runs', async () => {
    await exportTo(opened, 'a');
    const empty = await openTestLibrary(join(folder, 'new'));
    const { confirmation } = await restore({ dry_run: true });
    const lock = empty.library.store.lockMaintenance('a job');
    await expect(restore({ confirmation })).rejects.toMatchObject({ code: 'storage_unavailable', message: /a job$/ });
    lock.release();
    empty.library.store.close();
    rmSync(join(folder, 'new'), { recursive: true });
    const [first, second] = await Promise.allSettled([restore(), restore()]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('[ARC-RESTART] leaves nothing at the target when it is stopped, and the next restore succeeds', async () => {
    await exportTo(opened, 'a');
    const total = Object.values((await restore({ dry_run: true })).report.manifest?.counts ?? {}).reduce(
      (a, b) => a + b,
    );
    for (const after of [1, 8, 12, total - 1, total]) {
      const stop = new AbortController();
      let seen = 0;
      const progress = () => {
        seen += 1;
        if (seen === after) stop.abort();
      };
      const input = { directory: join(folder, 'a'), into_dir: join(folder, 'new') };
      const outcome = await invoke('restoreArchive', { ...opened.context, progress, signal: stop.signal }, input);
      expect(outcome).toMatchObject({ restored: false, report: { interrupted: true } });
      expect(existsSync(join(folder, 'new'))).toBe(false);
    }
    expect((await restore()).restored).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['a', 'new']);
  });

  it('[ARC-RESTART] begins neither the library nor the verification when it was stopped before', async () => {
    await exportTo(opened, 'a');
    const paths = dataPaths(join(folder, 'new'));
    makeDataDirectory(paths);
    const archive = openArchive(join(folder, 'a'));
    const { manifest } = await readArchive(archive, MANIFEST_ONLY, {});
    const making = { archive, manifest: manifest as Manifest, paths, now: Date.now(), onRecord: () => {} };
    const task = { directory: join(folder, 'a'), manifestPath: 'manifest.json', blobsTo: null };
    const before = tree(paths.dataDir);
    const made = makeVerifiedLibrary(making, task, AbortSignal.abort());
    await expect(made).rejects.toMatchObject({ code: 'archive_interrupted' });
    expect(tree(paths.dataDir)).toEqual(before);
  });

  it('[ARC-RESTART] reuses blobs of an earlier restore only when their digests match', async () => {
    const { archive } = await exportTo(opened, 'a');
    const sha256 = '4a42edeb02a1245fabf0553c44ff50b69f3a04054f7747516e90d3e31ea3c03d';
    const left = join(folder, `new.restore-${archive?.snapshot.id}`, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4));
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, sha256), 'the bytes of a pictvre');
    expect((await restore()).restored).toBe(true);
    const path = join(folder, 'new', 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    expect(readFileSync(path, 'utf8')).toBe('the bytes of a picture');
  });
});
