import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { believe } from '../maintenance/support.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { fill, tree as treeOf, upload } from './support.js';

let opened: OpenedLibrary;
let folder: string;

beforeEach(async () => {
  opened = await openTestLibrary();
  folder = temporaryFolder();
  await fill(opened);
});

const YEAR_MS = 365 * 86_400_000;

const exportTo = (name: string, input: Record<string, unknown> = {}) =>
  opened.call('exportArchive', { directory: join(folder, name), ...input });

const verify = (name: string, level = 3) => opened.call('verifyArchive', { directory: join(folder, name), level });

const tree = (name: string) => treeOf(join(folder, name));

describe('exportArchive', () => {
  it('[ARC-EXPORT] writes every note, revision, tag, link and attachment, and the archive verifies completely', async () => {
    const { counts, archive, interrupted } = await exportTo('a');
    expect(interrupted).toBe(false);
    expect(counts).toMatchObject({ documents: 3, revisions: 4, document_tags: 1, links: 2, resources: 1 });
    expect(archive?.totals.blobs).toBe(2);
    expect(await verify('a')).toMatchObject({ ok: true, problems: [], warnings: [], manifest: { counts } });
    const told = Object.values(tree('a')).join('');
    for (const text of ['Foremost', 'garden/beds', 'the bytes of a picture', '"former_titles":["first"]'])
      expect(told).toContain(text);
    expect(readdirSync(opened.library.store.paths.tmp)).toEqual([]);
  });

  it('[ARC-EXPORT] fails when the text of a revision does not match its digest', async () => {
    const { dataDir, database } = opened.library.store.paths;
    opened.library.store.close();
    const whole = readFileSync(database, 'latin1');
    expect(whole).toContain('a long text');
    writeFileSync(database, whole.replaceAll('a long text', 'a lang text'), 'latin1');
    opened = await openTestLibrary(dataDir);
    const refusal = { code: 'storage_unavailable', message: expect.stringContaining('does not match its digest') };
    await expect(exportTo('a')).rejects.toMatchObject(refusal);
    expect(tree('a')['manifest.json']).toBeUndefined();
  });

  it('[ARC-EQUAL] writes the same bytes again for the same library, and keeps the requested layout', async () => {
    await exportTo('a');
    await exportTo('b');
    expect(tree('b')).toEqual(tree('a'));
    await exportTo('loose', { layout: 'fanout' });
    expect(Object.keys(tree('loose')).filter((path) => path.startsWith('packs'))).toEqual([]);
    const [packed, loose] = [await verify('a'), await verify('loose')];
    expect(loose.manifest?.snapshot.id).toBe(packed.manifest?.snapshot.id);
  });

  it('[ARC-EQUAL] resumes an export that was stopped at any object, while the earlier archive stays valid', async () => {
    await exportTo('old');
    await opened.call('createDocument', { title: 'Newer', body: 'x' });
    await exportTo('whole', { layout: 'fanout' });
    for (const stopAt of [1, 12, 20]) {
      rmSync(join(folder, 'a'), { recursive: true, force: true });
      await exportAndStop('a', stopAt);
      expect(await verify('a', 0)).toMatchObject({ problems: [{ code: 'archive_manifest_unfinished' }] });
      await exportTo('a', { layout: 'fanout' });
      expect(tree('a')).toEqual(tree('whole'));
    }
    const before = await verify('old');
    await exportAndStop('old', 20);
    expect(await verify('old')).toMatchObject({ ok: true, manifest: before.manifest });
  });

  /** Stops an export after some of its objects. */
  async function exportAndStop(name: string, after: number): Promise<void> {
    const stop = new AbortController();
    const progress = (done: number) => {
      if (done >= after) stop.abort();
    };
    const input = { directory: join(folder, name), layout: 'fanout', new_archive: true };
    const outcome = await invoke('exportArchive', { ...opened.context, progress, signal: stop.signal }, input);
    expect(outcome).toMatchObject({ interrupted: true, archive: null });
  }

  it('[ARC-HEAL] writes altered objects of an earlier archive again, to the same files', async () => {
    for (const input of [{}, { paranoid: true }, { layout: 'fanout' }]) {
      const name = JSON.stringify(input);
      await exportTo(name, input);
      const whole = tree(name);
      for (const [path, bytes] of Object.entries(whole).filter(([path]) => path !== 'manifest.json'))
        writeFileSync(join(folder, name, path), `${bytes.slice(0, -1)}~`, 'latin1');
      expect((await exportTo(name, input)).archive?.unread).toEqual({ objects: 0, bytes: 0 });
      expect(tree(name)).toEqual(whole);
    }
  });

  it('[ARC-INCREMENT] adds only changed objects to an earlier archive and keeps its manifest', async () => {
    const { archive } = await exportTo('a');
    const before = tree('a');
    await opened.call('createDocument', { title: 'Newer', body: 'x' });
    await exportTo('a');
    expect(await verify('a')).toMatchObject({ ok: true, manifest: { counts: { documents: 4 } } });
    const after = tree('a');
    for (const path of Object.keys(before).filter((path) => path !== 'manifest.json'))
      expect(after[path]).toBe(before[path]);
    expect(after[`manifests/${archive?.commit_sha256}.json`]).toBe(before['manifest.json']);
    const written = Object.keys(after).filter((path) => before[path] === undefined && path.startsWith('packs'));
    expect(written).toHaveLength(1);
    expect(after[written[0] as string]).not.toContain('the bytes of a picture');
  });

  it('[ARC-LEASE] holds the maintenance lock while it runs, and garbage collection waits for it', async () => {
    await upload(opened, 'of no note');
    const inAYear = Date.now() + YEAR_MS;
    await believe(opened, inAYear);
    const later = { ...opened.context, now: () => inAYear };
    const { confirmation } = await invoke('collectGarbage', later, { dry_run: true });
    const refusals: unknown[] = [];
    const progress = () => {
      try {
        opened.library.store.lockMaintenance('another').release();
        refusals.push(null);
      } catch (error) {
        refusals.push(error);
      }
    };
    await invoke('exportArchive', { ...opened.context, progress }, { directory: join(folder, 'a') });
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ reason: 'locked', message: expect.stringMatching(/archive export of process/) });
    expect((await verify('a')).manifest?.counts.resources).toBe(2);
    const { applied } = await invoke('collectGarbage', later, { confirmation });
    expect(applied).toMatchObject({ state: 'succeeded' });
  });

  it('[ARC-LEASE] is refused while garbage is collected', async () => {
    const lock = opened.library.store.lockMaintenance('gc of another process');
    await expect(exportTo('a')).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('gc of another process'),
    });
    lock.release();
    expect((await exportTo('a')).interrupted).toBe(false);
  });

  it('[ARC-EXPORT] records the imported file of an attachment, unless the target withholds it', async () => {
    const { id } = await upload(opened, 'imported');
    const note = await opened.call('createDocument', {
      title: 'Imported',
      body: `![](resource://default/resources/${id})`,
    });
    await opened.call('addDocumentTag', { document_id: note.id, tag: 'garden' });
    const source = { kind: 'markdown', id: 'garden/imported.png' };
    await opened.library.store.write(({ resources }) => {
      const resource = resources.get(id);
      if (resource !== undefined) resources.recordSource(resource, source, Date.now());
    });
    await exportTo('a');
    expect(Object.values(tree('a')).join('')).toMatch(
      /"sources":\[\{"imported_at":"[^"]+Z","source_id":"garden\/imported.png","source_kind":"markdown"\}\]/,
    );
    const handoff = await exportTo('b', { target: 'publication_handoff', selection: { tags: ['garden'] } });
    expect(handoff.counts.resources).toBe(2);
    expect(Object.values(tree('b')).join('')).not.toContain('garden/imported.png');
  });

  it('[ARC-WITHHELD] writes only what the target of a selection allows, with the digest of the plan', async () => {
    const input = { target: 'publication_handoff', selection: { tags: ['garden'] } };
    const plan = await opened.call('planSelection', input);
    const dry = await exportTo('a', { ...input, dry_run: true });
    expect(() => statSync(join(folder, 'a'))).toThrow();
    const { counts, selection_manifest_sha256 } = await exportTo('a', input);
    expect([dry.counts, dry.selection_manifest_sha256]).toEqual([plan.counts, plan.manifest_sha256]);
    expect([counts, selection_manifest_sha256]).toEqual([plan.counts, plan.manifest_sha256]);
    expect(await verify('a')).toMatchObject({ ok: true, manifest: { counts } });
    const told = Object.values(tree('a')).join('');
    expect(told).toContain('"former_titles":[]');
    for (const text of ['"first"', 'Long', '"title":"Second"']) expect(told).not.toContain(text);
  });

  it('uses the time of the newest change as creation time, or the given one', async () => {
    const created_at = '2020-02-02T02:02:02.002Z';
    expect((await exportTo('a', { created_at })).archive?.snapshot.created_at).toBe(created_at);
    const { archive } = await exportTo('b');
    expect(Math.abs(Date.parse(archive?.snapshot.created_at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('[ARC-TARGET] refuses a folder whose archive is gone, unless a new one is asked for', async () => {
    await exportTo('a');
    const refusal = {
      code: 'conflict',
      message: `The archive that was in ${join(folder, 'a')} is gone. Check that its disk is mounted, or give --new-archive to begin a new one`,
    };
    rmSync(join(folder, 'a'), { recursive: true });
    await expect(exportTo('a')).rejects.toMatchObject(refusal);
    expect(() => statSync(join(folder, 'a'))).toThrow();
    mkdirSync(join(folder, 'a'));
    for (const more of [
      { dry_run: true },
      { paranoid: true },
      { target: 'subset_transfer', selection: { tags: ['garden'] } },
    ])
      await expect(exportTo('a', more)).rejects.toMatchObject(refusal);
    expect(tree('a')).toEqual({});
    expect((await exportTo('a', { new_archive: true })).archive).not.toBeNull();
    expect((await exportTo('a')).archive).not.toBeNull();
  });

  it('[ARC-TARGET] refuses a selection where the archive of the whole library is, and allows the reverse', async () => {
    const selection = { target: 'subset_transfer', selection: { tags: ['garden'] } };
    await exportTo('whole');
    const before = tree('whole');
    const refusal = {
      code: 'conflict',
      message: `archive_target_not_empty: ${join(folder, 'whole')} holds an archive of the whole library, and a selection would take its place. Choose another folder.`,
    };
    await expect(exportTo('whole', selection)).rejects.toMatchObject(refusal);
    await expect(exportTo('whole', { ...selection, dry_run: true })).rejects.toMatchObject(refusal);
    expect(tree('whole')).toEqual(before);
    await exportTo('part', selection);
    await exportTo('part', { ...selection, target: 'publication_handoff' });
    expect((await exportTo('part')).archive?.snapshot.target).toBe('full_archive');
    await expect(exportTo('part', selection)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('[ARC-TARGET] refuses a folder with other files, of another library, or within the data directory', async () => {
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'mine.txt'), 'mine');
    await expect(exportTo('a')).rejects.toMatchObject({ code: 'conflict', message: /archive_target_not_empty/ });
    expect(tree('a')).toEqual({ 'mine.txt': 'mine' });
    const other = await openTestLibrary();
    await other.call('exportArchive', { directory: join(folder, 'b') });
    const before = tree('b');
    await expect(exportTo('b')).rejects.toMatchObject({ code: 'conflict', message: /another library/ });
    expect(tree('b')['manifest.json']).toBe(before['manifest.json']);
    const { dataDir } = opened.library.store.paths;
    symlinkSync(join(dataDir, 'backups'), join(folder, 'link'));
    for (const within of [dataDir, join(dataDir, 'backups', 'a'), join(dataDir, '..x'), join(folder, 'link', 'a')]) {
      const refused = opened.call('exportArchive', { directory: within });
      await expect(refused).rejects.toMatchObject({ code: 'validation_failed', message: /outside the data directory/ });
    }
    expect((await opened.call('exportArchive', { directory: `${dataDir}..x` })).interrupted).toBe(false);
  });

  it('names the digest of a missing blob and leaves the earlier archive unchanged', async () => {
    await exportTo('a');
    rmSync(opened.library.store.paths.blobs, { recursive: true });
    await expect(exportTo('b')).rejects.toThrow(
      /archive_object_missing: The library has no file for the digest [0-9a-f]{64}/,
    );
    expect((await verify('a')).ok).toBe(true);
  });
});

describe('inspectArchive and verifyArchive', () => {
  it('report each problem with its code and file at the level that reads the file', async () => {
    await exportTo('a', { layout: 'fanout' });
    const path = Object.keys(tree('a')).find((name) => tree('a')[name] === 'the bytes of a picture') as string;
    writeFileSync(join(folder, 'a', path), 'the bytes of a pictvre');
    expect((await verify('a', 2)).ok).toBe(true);
    const sampled = await opened.call('verifyArchive', { directory: join(folder, 'a'), level: 3, sample: 99 });
    expect(sampled.sample).toMatchObject({ percent: 99, objects: expect.any(Number) });
    const whole = await opened.call('verifyArchive', { directory: join(folder, 'a'), level: 3, sample: 100 });
    expect(whole.sample).toBeNull();
    const misplaced = opened.call('verifyArchive', { directory: join(folder, 'a'), level: 2, sample: 99 });
    await expect(misplaced).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await verify('a')).toMatchObject({
      ok: false,
      problem_count: 1,
      problems: [{ code: 'archive_object_digest', file: path }],
    });
    rmSync(join(folder, 'a', path));
    expect((await verify('a', 2)).problems[0]?.code).toBe('archive_object_missing');
    const inspected = await opened.call('inspectArchive', { directory: join(folder, 'a') });
    expect(inspected).toMatchObject({ ok: true, level: 0, manifest: { index_objects: 1, counts: { documents: 3 } } });
    await expect(verify('nowhere')).rejects.toMatchObject({ code: 'not_found' });
  });
});
