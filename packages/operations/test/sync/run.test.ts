import { hash } from 'node:crypto';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentRecord } from '@notes/storage';
import { LibrarySyncStore } from '@notes/storage/sync';
import { NEW_AUTHOR } from '@notes/sync-protocol';
import { computeViewDigest } from '@notes/sync-protocol/run';
import { STORE_CASES } from '@notes/sync-protocol/suites';
import { MemoryCarrier } from '@notes/sync-protocol/testing';
import { describe, expect, it, vi } from 'vitest';
import { readContent } from '../../src/notes/resources/content.js';
import { type OpenedLibrary, openTestLibrary, uploadBytes } from '../support.js';
import { DATABASE, Device } from './device.js';
import { describeLibrary, describeView, Group, readViewDigest } from './exchange.js';
import { begin, openReplica } from './support.js';

async function pair() {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.foundGroup(await openReplica());
  const second = await first.invite(await openReplica());
  const meet = async () => {
    const alerts = [];
    for (let round = 0; round < 3; round += 1)
      for (const device of [first, second]) alerts.push(...(await device.run(carrier)).alerts);
    return alerts;
  };
  return { carrier, first, second, meet };
}

/** Returns a pair with a note that both changed in the same line, and both sides as the first device sees them. */
async function pairWithConflict() {
  const { first, second, meet } = await pair();
  const made = await first.opened.call('createDocument', { title: 'A', body: 'one\n' });
  const target = { document_id: made.id, base_revision_id: made.current_revision_id, title: 'A' };
  await meet();
  await first.opened.call('replaceDocument', { ...target, body: 'here\n' });
  await second.opened.call('replaceDocument', { ...target, body: 'there\n' });
  await meet();
  const [open] = first.opened.library.store.read(({ sync }) => sync.conflicts.list('open', 10));
  if (open === undefined || open.record.kind !== 'document_content') throw new Error('no conflict');
  const sides = [open.record.main.revisionId, open.record.other.revisionId] as const;
  const isLocal = open.record.main.authors.includes(first.keys.replicaId);
  const [local, remote] = isLocal ? sides : ([sides[1], sides[0]] as const);
  return { first, second, meet, made, open, local, remote };
}

async function readContentText({ library, call }: OpenedLibrary, resource_id: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of readContent(library, await call('getResourceContent', { resource_id }))) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('the sync store of a library', () => {
  it.each(STORE_CASES.map((each) => [each.name, each] as const))('%s [SYNC-APPLY]', async (_, { run }) => {
    const opened = await openReplica();
    const change = async () => void (await opened.call('createDocument', { title: 'A', body: 'x' }));
    await run({ replicaId: opened.library.replicaId, store: new LibrarySyncStore(opened.library), change });
  });
});

describe('the digest of a library', () => {
  it('is updated after edits, also combined ones, and computed again after other changes, also ones without an operation', async () => {
    const opened = await openReplica();
    const { store } = opened.library;
    const { id, current_revision_id } = await opened.call('createDocument', { title: 'A', body: 'x' });
    const build = vi.spyOn(Object.getPrototypeOf(store.read(({ sync }) => sync)), 'buildLeafTree');
    const countBuilds = async () => {
      const { viewDigest } = await new LibrarySyncStore(opened.library).readState();
      const builds = build.mock.calls.length;
      expect(viewDigest).toBe(readViewDigest(opened));
      build.mockClear();
      return builds;
    };
    try {
      expect([await countBuilds(), await countBuilds()]).toEqual([1, 0]);
      await opened.call('createDocument', { title: 'B', body: 'x' });
      const edit = { document_id: id, base_revision_id: current_revision_id, title: 'A', body: 'y' };
      const edited = await opened.call('replaceDocument', edit);
      await store.write(({ jobs }) => jobs.insert({ id: 'job_x', kind: 'verify', parameters: {} }, 0));
      expect(await countBuilds()).toBe(0);
      await opened.call('trashDocument', { document_id: id, base_revision_id: edited.current_revision_id });
      expect(await countBuilds()).toBe(0);
      const restored = await opened.call('restoreDocument', { document_id: id });
      const again = { ...edit, base_revision_id: restored.current_revision_id };
      const { current_revision_id: base_revision_id } = await opened.call('replaceDocument', { ...again, body: 'z' });
      await opened.call('replaceDocument', { ...again, base_revision_id, body: 'zz' });
      await new LibrarySyncStore(opened.library).listPending(1);
      expect(await countBuilds()).toBe(0);
      for (const damage of ['', 'x'.repeat(200)]) {
        writeFileSync(join(store.paths.tmp, 'sync-leaves'), damage);
        await opened.call('createDocument', { title: 'C', body: 'x' });
        expect(await countBuilds()).toBe(1);
      }
      await store.write(({ meta }) => meta.set('sync_digest', '{damaged'));
      expect(await countBuilds()).toBe(1);
      await opened.call('createNotebook', { name: 'N' });
      expect(await countBuilds()).toBe(1);
      await store.write((unit) => unit.documents.touchTags(unit.documents.get(id) as DocumentRecord, Date.now()));
      expect(await countBuilds()).toBe(1);
    } finally {
      build.mockRestore();
    }
  });

  it('is updated without the texts of the edits, whose revisions may be long', async () => {
    const opened = await openReplica();
    const { store } = opened.library;
    await opened.call('createDocument', { title: 'A', body: 'x' });
    await new LibrarySyncStore(opened.library).readState();
    await opened.call('createDocument', { title: 'B', body: 'x' });
    const read = vi.spyOn(Object.getPrototypeOf(store.read(({ sync }) => sync.log)), 'listByReplica');
    try {
      const { viewDigest } = await new LibrarySyncStore(opened.library).readState();
      expect(read).not.toHaveBeenCalled();
      expect(viewDigest).toBe(readViewDigest(opened));
    } finally {
      read.mockRestore();
    }
  });

  it('is stored for other processes, for a day', async () => {
    const opened = await openReplica();
    await opened.call('createDocument', { title: 'A', body: 'x' });
    const build = vi.spyOn(Object.getPrototypeOf(opened.library.store.read(({ sync }) => sync)), 'buildLeafTree');
    const time = vi.spyOn(Date, 'now');
    try {
      const { viewDigest } = await new LibrarySyncStore(opened.library).readState();
      const { dataDir } = opened.library.store.paths;
      opened.library.store.close();
      const again = new LibrarySyncStore((await openTestLibrary(dataDir)).library);
      expect((await again.readState()).viewDigest).toBe(viewDigest);
      expect(build).toHaveBeenCalledTimes(1);
      time.mockReturnValue(Date.now() + 86_400_000);
      expect((await again.readState()).viewDigest).toBe(viewDigest);
      expect(build).toHaveBeenCalledTimes(2);
    } finally {
      build.mockRestore();
      time.mockRestore();
    }
  });
});

describe('two libraries over a carrier', () => {
  it('converge: notes, long texts, and attachments with their bytes [SYNC-APPLY]', async () => {
    const { first, second, meet } = await pair();
    const long = 'a long line of text\n'.repeat(40_000);
    const note = await first.opened.call('createDocument', { title: 'Long', body: long, tags: ['x'] });
    const { id } = await uploadBytes(first.opened, 'b'.repeat(2_000_000), { filename: 'b.txt' });
    await first.opened.call('attachResource', { document_id: note.id, resource_id: id });
    await second.opened.call('createDocument', { title: 'Other', body: 'x' });
    expect(await meet()).toEqual([]);
    expect(describeLibrary(second.opened)).toEqual(describeLibrary(first.opened));
    expect(describeLibrary(second.opened).notes[note.id]).toMatchObject({
      body: long,
      attachments: [`${id} attachment`],
    });
    expect(await readContentText(second.opened, id)).toBe('b'.repeat(2_000_000));
    const standings = await Promise.all([first.store.readState(), second.store.readState()]);
    expect(standings.map(({ complete }) => complete)).toEqual([true, true]);
    expect(new Set(standings.map(({ viewDigest: digest }) => digest)).size).toBe(1);
    const found = await second.opened.call('searchDocuments', { query: 'tag:x' });
    expect(found.results.map((hit) => hit.document_id)).toEqual([note.id]);
  });

  it('exchange everything else while stored bytes are damaged, and those once they are repaired [SYNC-APPLY]', async () => {
    const { first, second, meet, carrier } = await pair();
    const texts = ['small', 'c'.repeat(2_500_000), 'd'.repeat(2_500_000)];
    const ids: string[] = [];
    for (const text of texts) ids.push((await uploadBytes(first.opened, text, { filename: 'a.txt' })).id);
    const { blobs } = first.opened.library.store;
    const paths = texts.map((text) => blobs.getPath(hash('sha256', text)));
    const [small = '', changed = '', short = ''] = paths;
    const damaged = Buffer.from(texts[1] as string);
    damaged[2_000_000] = 0;
    writeFileSync(small, 'SMALL');
    writeFileSync(changed, damaged);
    truncateSync(short, 1_200_000);
    const note = await first.opened.call('createDocument', { title: 'A', body: 'x' });
    expect(await meet()).toEqual([]);
    expect(describeLibrary(second.opened).notes).toHaveProperty(note.id);
    expect((await carrier.carrierFor('any').list(first.keys.replicaId, 'blobs', null, 10)).artifacts).toEqual([]);
    for (const [n, path] of paths.entries()) writeFileSync(path, texts[n] as string);
    expect(await meet()).toEqual([]);
    for (const [n, id] of ids.entries()) expect(await readContentText(second.opened, id)).toBe(texts[n]);
  });

  it.each(['embeds', 'attaches'])(
    'have an attachment that one deleted while a note of the other %s it [SYNC-APPLY]',
    async (how) => {
      const { first, second, meet } = await pair();
      const { id: resource_id } = await uploadBytes(first.opened, 'x', { filename: 'x.txt' });
      const made = await second.opened.call('createDocument', { title: 'A', body: 'x' });
      const note = { document_id: made.id, base_revision_id: made.current_revision_id };
      await meet();
      await first.opened.call('deleteResource', { resource_id, confirmation: `delete-resource:${resource_id}` });
      if (how === 'attaches') await second.opened.call('attachResource', { document_id: made.id, resource_id });
      else {
        const body = `![](resource://default/resources/${resource_id})\n`;
        await second.opened.call('replaceDocument', { ...note, title: 'A', body });
      }
      expect(await meet()).toEqual([]);
      expect(describeLibrary(first.opened)).toEqual(describeLibrary(second.opened));
      for (const { opened } of [first, second]) expect(await readContentText(opened, resource_id)).toBe('x');
    },
  );

  it('have a deleted attachment again that a text embeds later [SYNC-APPLY]', async () => {
    const { first, second, meet } = await pair();
    const { id: resource_id } = await uploadBytes(first.opened, 'x', { filename: 'x.txt' });
    await meet();
    await first.opened.call('deleteResource', { resource_id, confirmation: `delete-resource:${resource_id}` });
    const body = `![](resource://default/resources/${resource_id})\n`;
    await first.opened.call('createDocument', { title: 'A', body });
    expect(readViewDigest(first.opened)).toBe(computeViewDigest(new Group([first.opened]).reference(first.opened)));
    expect(await meet()).toEqual([]);
    for (const { opened } of [first, second]) expect(await readContentText(opened, resource_id)).toBe('x');
  });

  it('remove chunks of an attachment that is not fetched any more [SYNC-APPLY]', async () => {
    const { first, second, meet } = await pair();
    await uploadBytes(first.opened, 'e'.repeat(2_500_000), { filename: 'a.txt' });
    await meet();
    const parts = join(second.opened.library.store.paths.dataDir, 'sync-parts');
    writeFileSync(join(parts, `${'0'.repeat(64)}.1`), 'text of an attachment that was purged');
    writeFileSync(join(parts, `${'1'.repeat(64)}.0.new`), 'cut short');
    await meet();
    expect(readdirSync(parts)).toEqual([]);
  });

  it('keep both sides of an edited line, and a later edit leaves the conflict open [SYNC-APPLY]', async () => {
    const { first, second, meet } = await pair();
    const { id: document_id } = await first.opened.call('createDocument', { title: 'A', body: 'one\ntwo\n' });
    await meet();
    const edit = async ({ opened: { call } }: Device, body: string) => {
      const { current_revision_id: base_revision_id } = await call('getDocument', { document_id });
      return call('replaceDocument', { document_id, base_revision_id, title: 'A', body });
    };
    await edit(first, 'one\ntwo here\n');
    await edit(second, 'one\ntwo there\n');
    await meet();
    for (const { opened } of [first, second]) {
      const { conflicts } = describeLibrary(opened);
      expect(conflicts).toEqual([expect.stringMatching(/^document_content cfl_/)]);
      const { revisions } = await opened.call('listRevisions', { document_id });
      expect(revisions).toHaveLength(3);
    }
    const { body } = await second.opened.call('getDocument', { document_id });
    await edit(second, `zero\n${body}`);
    await meet();
    expect(describeLibrary(first.opened)).toEqual(describeLibrary(second.opened));
    expect(describeLibrary(first.opened).conflicts).toHaveLength(1);
  });

  it('report the current sides of a conflict after a later edit [SYNC-APPLY]', async () => {
    const { first, second, meet } = await pair();
    const made = await first.opened.call('createDocument', { title: 'A', body: 'one\n2\n3\n4\nfive\n' });
    const target = { document_id: made.id, base_revision_id: made.current_revision_id };
    await meet();
    await first.opened.call('replaceDocument', { ...target, title: 'B', body: 'first\n2\n3\n4\nfive\n' });
    await second.opened.call('replaceDocument', { ...target, title: 'C', body: 'one\n2\n3\n4\nsecond\n' });
    await meet();
    const kinds = () =>
      [first, second].flatMap(({ opened }) => describeLibrary(opened).conflicts.map((each) => each.split(' ')[0]));
    expect(kinds()).toEqual(['document_title', 'document_title']);
    const { current_revision_id: base_revision_id, title } = await first.opened.call('getDocument', {
      document_id: made.id,
    });
    await first.opened.call('replaceDocument', { ...target, base_revision_id, title, body: 'ONE\n2\n3\n4\nFIVE\n' });
    await meet();
    expect(kinds()).toEqual(['document_content', 'document_content']);
  });

  it('resolve a conflict as chosen on one side, with a copy when both sides are kept [SYNC-APPLY]', async () => {
    const { first, second, meet, made, open, local, remote } = await pairWithConflict();
    const { store } = first.opened.library;
    const settleIt = (expected: { local: string; remote: string }) =>
      store.write(({ sync }) =>
        sync.resolve(
          open.id,
          { resolution: 'keep_both' },
          {
            expected,
            revisionIds: ['rev_01k00000000000000000000001', 'rev_01k00000000000000000000002'],
            origin: 'rest',
            at: 1_000,
          },
        ),
      );
    expect(await settleIt({ local: remote, remote: local })).toEqual({ result: 'stale' });
    expect(await settleIt({ local, remote })).toMatchObject({ result: 'settled', documentId: made.id });
    expect(await settleIt({ local, remote })).toEqual({ result: 'closed' });
    await meet();
    expect(describeLibrary(first.opened)).toEqual(describeLibrary(second.opened));
    const { notes, conflicts } = describeLibrary(second.opened);
    expect(conflicts).toEqual([]);
    expect(
      Object.values(notes)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['A', 'A (conflict copy)']);
    const [closed] = second.opened.library.store.read(({ sync }) => sync.conflicts.list('resolved', 10));
    expect(closed).toMatchObject({ id: open.id, resolution: 'keep_both', resolvedBy: first.keys.replicaId });
    for (const { opened } of [first, second])
      expect(describeLibrary(opened)).toEqual(describeView(new Group([opened]).reference(opened)));
  });

  it.each(['keep_local', 'keep_remote'] as const)('have the same times after %s [SYNC-APPLY]', async (resolution) => {
    const { first, second, meet, made, open, local, remote } = await pairWithConflict();
    const { store } = first.opened.library;
    await sleep(20);
    await store.write(({ sync }) =>
      sync.resolve(
        open.id,
        { resolution },
        {
          expected: { local, remote },
          revisionIds: ['rev_01k00000000000000000000001', 'rev_01k00000000000000000000002'],
          origin: 'rest',
          at: Date.now(),
        },
      ),
    );
    await meet();
    const [here, there] = await Promise.all(
      [first, second].map(({ opened }) => opened.call('getDocument', { document_id: made.id })),
    );
    expect(there?.current_revision_id).toBe(here?.current_revision_id);
    expect([there?.created_at, there?.updated_at]).toEqual([here?.created_at, here?.updated_at]);
  });

  it('recover a note, with a conflict, that one edited while the other purged it [SYNC-APPLY]', async () => {
    const { first, second, meet } = await pair();
    const made = await first.opened.call('createDocument', { title: 'A', body: 'one\n' });
    const target = { document_id: made.id, base_revision_id: made.current_revision_id };
    await meet();
    await first.opened.call('trashDocument', target);
    const { document_id } = target;
    await first.opened.call('purgeDocument', { document_id, confirmation: `purge-document:${document_id}` });
    await second.opened.call('replaceDocument', { ...target, title: 'A', body: 'kept\n' });
    await meet();
    expect(describeLibrary(first.opened)).toEqual(describeLibrary(second.opened));
    const { notes, conflicts } = describeLibrary(first.opened);
    expect(Object.values(notes)).toMatchObject([{ body: 'kept\n', notebook: 'nb_notes', trashed: false }]);
    expect(Object.keys(notes)).not.toContain(made.id);
    expect(conflicts).toEqual([expect.stringMatching(/^purge_vs_edit /)]);
  });

  it('list an attachment before its bytes are received [SYNC-APPLY]', async () => {
    const [one, other] = [await openReplica(), await openReplica()];
    const { id: resource_id } = await uploadBytes(one, 'bytes', { filename: 'a.txt' });
    const { id } = await one.call('createDocument', {
      title: 'A',
      body: `![](resource://default/resources/${resource_id})\n`,
    });
    await new Group([one, other]).exchange();
    const { resources } = await other.call('listDocumentResources', { document_id: id });
    expect(resources).toMatchObject([{ id: resource_id, filename: 'a.txt', relation_type: 'embedded' }]);
    const refusal = {
      code: 'not_found',
      message: expect.stringMatching(
        /^The content is not on this device yet\. .* arrives with the next sync: notes sync run$/,
      ),
    };
    await expect(other.call('getResourceContent', { resource_id })).rejects.toMatchObject(refusal);
  });

  it('merge when both held notes before [SYNC-APPLY]', async () => {
    const opened = await Promise.all([openTestLibrary(), openTestLibrary()]);
    for (const [n, { call }] of opened.entries()) {
      const { notebook_id } = await call('createNotebook', { name: 'Work' });
      await call('createDocument', { title: `Of ${n}`, body: `${n}\n`, notebook_id, tags: ['Both', `own${n}`] });
    }
    const group = new Group(opened);
    for (const each of opened) {
      await begin(each);
      await each.library.store.write((unit) => unit.sync.captureExisting(100));
    }
    await group.exchange();
    for (const each of opened) expect(describeLibrary(each)).toEqual(describeView(group.reference(each)));
    expect(describeLibrary(opened[0])).toEqual(describeLibrary(opened[1]));
    const { notebooks, tags, conflicts } = describeLibrary(opened[0]);
    expect(
      Object.values(notebooks)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Work', 'Work (2)']);
    expect(Object.values(tags).sort()).toEqual(['Both', 'own0', 'own1']);
    expect(conflicts).toEqual([expect.stringMatching(/^name_collision /)]);
    const listed = await opened[0].call('listConflicts', {});
    expect(listed.conflicts, 'by the name it was given').toMatchObject([{ title: 'Work (2)' }]);
    for (const each of opened) expect(readViewDigest(each)).toBe(computeViewDigest(group.reference(opened[0])));
  });

  it('are unchanged after an interrupted apply, and complete after the next run [SYNC-APPLY]', async () => {
    const { first, second } = await pair();
    await first.opened.call('createDocument', { title: 'A', body: 'one\n', tags: ['x'] });
    await first.opened.call('createDocument', { title: 'B', body: 'two\n', tags: ['x'] });
    const { store } = second.opened.library;
    const operations = first.opened.library.store.read(({ sync }) => sync.operations(first.keys.replicaId, 0, 100));
    const last = operations.at(-1)?.operation;
    const segment = {
      replica: first.keys.replicaId,
      operations,
      from: NEW_AUTHOR,
      to: { index: 1, digest: 'x', seq: last?.s ?? 0, lamport: last?.l ?? 0, context: {} },
    };
    const slice = () => store.write((unit) => unit.sync.apply(segment, 4));
    expect(await slice()).toBe('more');
    const begun = describeLibrary(second.opened);
    const broken = store.write((unit) => {
      expect(unit.sync.apply(segment, 4)).not.toBe('stale');
      throw new Error('power cut');
    });
    await expect(broken).rejects.toThrow('power cut');
    expect(describeLibrary(second.opened)).toEqual(begun);
    expect(store.read(({ sync }) => sync.exchange.authors().get(first.keys.replicaId))).toBeUndefined();
    for (let result = 'more'; result === 'more'; ) result = await slice();
    expect(describeLibrary(second.opened)).toEqual(describeLibrary(first.opened));
    expect(await slice()).toBe('stale');
  });

  it('report a fork when another segment was applied in part at the same index [SYNC-APPLY]', async () => {
    const { first, second, meet } = await pair();
    for (const title of ['A', 'B']) await first.opened.call('createDocument', { title, body: 'one\n' });
    const { store } = second.opened.library;
    const operations = first.opened.library.store.read(({ sync }) => sync.operations(first.keys.replicaId, 0, 100));
    const to = { index: 1, digest: 'x', seq: 99, lamport: 99, context: {} };
    const other = { replica: first.keys.replicaId, operations, from: NEW_AUTHOR, to };
    expect(await store.write((unit) => unit.sync.apply(other, 1))).toBe('more');
    await meet();
    expect(store.read(({ sync }) => sync.exchange.forks())).toMatchObject([
      { replica: first.keys.replicaId, index: 1 },
    ]);
  });
});
