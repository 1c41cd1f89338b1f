import { type Operation, parseOperation } from '@notes/sync-protocol';
import { describe, expect, it, vi } from 'vitest';
import { invoke } from '../../src/index.js';
import { becomeReplica } from '../../src/sync/center/become-replica.js';
import { type OpenedLibrary, openTestLibrary, uploadBytes } from '../support.js';
import { begin, openReplica, own, recordOperations } from './support.js';

const names = (operations: readonly Operation[]) => operations.map(({ op }) => op);

/** Creates a note and returns it with its revision. */
async function note({ call }: OpenedLibrary, fields: Record<string, unknown> = {}) {
  const made = await call('createDocument', { title: 'A', body: 'one\n', ...fields });
  return { document_id: made.id, base_revision_id: made.current_revision_id };
}

async function current({ call }: OpenedLibrary, document_id: string) {
  const { current_revision_id } = await call('getDocument', { document_id });
  return { document_id, base_revision_id: current_revision_id };
}

describe('a change of a library in a group', () => {
  it('is recorded in the same transaction, with the state that its author saw [SYNC-CAPTURE]', async () => {
    const opened = await openReplica();
    const first = await note(opened);
    const second = await opened.call('replaceDocument', { ...first, title: 'B', body: 'two\n' });
    const doc = first.document_id;
    const { replicaId: replica } = opened.library;
    const operations = own(opened);
    expect(names(operations.map(({ operation }) => operation))).toEqual(['doc.create', 'doc.write', 'doc.write']);
    expect(operations.map(({ operation: { s, l } }) => [s, l])).toEqual([1, 2, 3].map((n) => [n, n]));
    expect(operations[2]).toMatchObject({
      replica,
      operation: {
        op: 'doc.write',
        doc,
        rev: second.current_revision_id,
        parents: [first.base_revision_id],
        title: 'B',
        body: 'two\n',
      },
    });
    expect(opened.library.store.read(({ sync }) => sync.vector())).toEqual({ [replica]: 3 });
  });

  it('of a note is recorded by field: notebook, tags, attachments, Trash [SYNC-CAPTURE]', async () => {
    const opened = await openReplica();
    const { call } = opened;
    const { document_id } = await note(opened);
    const notebook = await call('createNotebook', { name: 'Work' });
    const resource = await uploadBytes(opened, 'bytes', { filename: 'a.txt' });
    const move = { document_id, notebook_id: notebook.notebook_id };
    const base = await current(opened, document_id);
    expect(names(await recordOperations(opened, () => call('moveDocument', { ...base, ...move })))).toEqual([
      'doc.home',
    ]);
    const tagging = await recordOperations(opened, () => call('addDocumentTag', { document_id, tag: 'x' }));
    expect(names(tagging)).toEqual(['tag.create', 'doc.tag_add']);
    const dot = `${opened.library.replicaId}:${tagging[1]?.s}`;
    const untagging = await recordOperations(opened, () => call('removeDocumentTag', { document_id, tag: 'x' }));
    expect(untagging).toMatchObject([{ op: 'doc.tag_remove', dots: [dot] }]);
    const attachment = { document_id, resource_id: resource.id };
    expect(names(await recordOperations(opened, () => call('attachResource', attachment)))).toEqual(['doc.attach']);
    expect(names(await recordOperations(opened, () => call('detachResource', attachment)))).toEqual(['doc.detach']);
    const seen = [base.base_revision_id];
    const trashing = await recordOperations(opened, () => call('trashDocument', base));
    expect(trashing).toMatchObject([{ op: 'doc.trash', seen }]);
    const undo = [`${opened.library.replicaId}:${trashing[0]?.s}`];
    expect(await recordOperations(opened, () => call('restoreDocument', { document_id }))).toMatchObject([
      { op: 'doc.restore', undo },
    ]);
  });

  it('is not recorded when it was undone, a dry run or refused [SYNC-CAPTURE]', async () => {
    const opened = await openReplica();
    const { call } = opened;
    const first = await note(opened, { tags: ['x'] });
    const second = await note(opened, { tags: ['x'] });
    const items = [{ ...first }, { document_id: second.document_id, base_revision_id: 'rev_another' }];
    const trash = { operation: 'trash', items };
    const nothing = await recordOperations(opened, async () => {
      await call('renameTag', { from: 'x', to: 'y', dry_run: true });
      await call('runBatch', { ...trash, mode: 'atomic' });
      await expect(call('replaceDocument', { ...second, base_revision_id: 'rev_x', body: '' })).rejects.toThrow();
      await opened.library.store
        .write((unit) => {
          const document = unit.documents.get(first.document_id);
          if (document !== undefined) unit.documents.trash(document, 1);
          throw new Error('no');
        })
        .catch(() => {});
    });
    expect(nothing).toEqual([]);
    expect(names(await recordOperations(opened, () => call('runBatch', { ...trash, mode: 'best_effort' })))).toEqual([
      'doc.trash',
    ]);
  });

  it('of notebooks is recorded before their contents, and their deletion after [SYNC-CAPTURE]', async () => {
    const opened = await openReplica();
    const { call } = opened;
    const { notebook_id } = await call('createNotebook', { name: 'Top' });
    const below = await call('createNotebook', { name: 'Below', parent_notebook_id: notebook_id });
    await note(opened, { notebook_id: below.notebook_id });
    const rename = { notebook_id: below.notebook_id, name: 'Other', parent_notebook_id: null, icon_emoji: '🎈' };
    const changes = await recordOperations(opened, () => call('updateNotebook', rename));
    expect(names(changes)).toEqual(['nb.name', 'nb.icon', 'nb.move']);
    await call('updateNotebook', { notebook_id: below.notebook_id, parent_notebook_id: notebook_id });
    const deletion = await recordOperations(opened, () => call('deleteNotebook', { notebook_id }));
    expect(names(deletion)).toEqual(['doc.home', 'doc.trash', 'nb.delete']);
    expect(deletion[2]).toMatchObject({ notebooks: [below.notebook_id, notebook_id] });
  });

  it('of a tag, a saved search or an attachment is recorded [SYNC-CAPTURE]', async () => {
    const opened = await openReplica();
    const { call } = opened;
    await note(opened, { tags: ['x'] });
    await note(opened, { tags: ['x', 'z'] });
    const tag = { from: 'x', to: 'y', dry_run: false };
    expect(names(await recordOperations(opened, () => call('renameTag', tag)))).toEqual(['tag.name']);
    const merge = await recordOperations(opened, () => call('renameTag', { from: 'y', to: 'z', dry_run: false }));
    expect(names(merge).sort()).toEqual(['doc.tag_add', 'doc.tag_remove', 'doc.tag_remove']);
    const saved = await call('createSearchNotebook', { name: 'S', query: 'tag:x' });
    const { search_notebook_id } = saved;
    expect(names(await recordOperations(opened, () => call('deleteSearchNotebook', { search_notebook_id })))).toEqual([
      'sn.delete',
    ]);
    const uploading = await recordOperations(opened, () => uploadBytes(opened, 'bytes', { filename: 'a.txt' }));
    expect(uploading).toMatchObject([{ op: 'res.create', filename: 'a.txt', size: 5 }]);
  });

  it('of built-in notes and notebooks is not recorded [SYNC-CAPTURE]', async () => {
    const opened = await openReplica();
    await invoke('writeGraphReport', opened.context, {});
    expect(own(opened)).toEqual([]);
  });

  it('is recorded in a form that the protocol reads [SYNC-CAPTURE]', async () => {
    const opened = await openReplica();
    const { call } = opened;
    const { document_id } = await note(opened, { tags: ['été', 'a/b'] });
    await call('createNotebook', { name: 'n'.repeat(255), icon_emoji: '👩‍👩‍👧‍👦' });
    await call('createSearchNotebook', { name: 'S', query: 'tag:été' });
    await uploadBytes(opened, '', { filename: 'ü.bin' });
    await call('trashDocument', await current(opened, document_id));
    for (const { operation } of own(opened)) expect(parseOperation(operation)).toEqual(operation);
  });
});

describe('the operations of a deleted text', () => {
  it('stay in the log for old revisions, and are erased for a purged note [SYNC-CAPTURE]', async () => {
    const opened = await openReplica();
    const { call } = opened;
    const first = await note(opened, { body: 'first text\n' });
    await call('replaceDocument', { ...first, title: 'B', body: 'second text\n' });
    await opened.library.store.write((unit) => {
      const { document_id: documentId, base_revision_id: through } = first;
      unit.revisions.removeOld({ documentId, through, count: 1, bytes: 11 });
    });
    const bodies = () => own(opened).flatMap(({ operation }) => (operation.op === 'doc.write' ? operation.body : []));
    expect(bodies()).toEqual(['first text\n', 'second text\n']);
    const { document_id } = first;
    await call('trashDocument', await current(opened, document_id));
    const purge = () => call('purgeDocument', { document_id, confirmation: `purge-document:${document_id}` });
    expect(names(await recordOperations(opened, purge))).toEqual(['doc.purge']);
    expect(bodies()).toEqual(['', '']);
    expect(own(opened).map(({ operation }) => (operation as { title?: string }).title ?? '')).not.toContain('B');
  });
});

describe('a library that becomes a replica', () => {
  it('records its contents once, in slices that may be interrupted [SYNC-CAPTURE]', async () => {
    const opened = await openTestLibrary();
    const { call, library } = opened;
    const { notebook_id } = await call('createNotebook', { name: 'Top' });
    await call('createSearchNotebook', { name: 'S', query: 'tag:x' });
    await uploadBytes(opened, 'bytes', { filename: 'a.txt' });
    for (let n = 0; n < 5; n += 1) await note(opened, { notebook_id, tags: ['x'] });
    await call('trashDocument', await note(opened));
    await begin(opened);
    expect(own(opened)).toEqual([]);
    const say = (limit: number) => library.store.write((unit) => unit.sync.captureExisting(limit));
    await say(2);
    expect(library.store.read(({ sync }) => sync.countPending())).toEqual({ resources: 0, documents: 4 });
    const place = await say(3);
    await note(opened);
    let left = place;
    while (left !== null) {
      const from = left;
      left = await library.store.write((unit) => unit.sync.captureExisting(2, from));
    }
    expect(library.store.read(({ sync }) => sync.countPending())).toEqual({ resources: 0, documents: 0 });
    const counts = new Map<string, number>();
    for (const { operation } of own(opened)) counts.set(operation.op, (counts.get(operation.op) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      'nb.create': 1,
      'tag.create': 1,
      'sn.create': 1,
      'res.create': 1,
      'doc.create': 7,
      'doc.write': 7,
      'doc.home': 5,
      'doc.tag_add': 5,
      'doc.trash': 1,
    });
  });

  it('looks for contents without operations again for another replica, and once a day [SYNC-CAPTURE]', async () => {
    const opened = await openTestLibrary();
    const { library } = opened;
    await note(opened);
    const capture = vi.spyOn(await library.store.write(({ sync }) => Object.getPrototypeOf(sync)), 'captureExisting');
    const time = vi.spyOn(Date, 'now');
    try {
      for (const replicaId of [library.replicaId, library.replicaId]) await becomeReplica(library, replicaId);
      expect(own(opened).map(({ operation }) => operation.op)).toContain('doc.create');
      expect(capture).toHaveBeenCalledTimes(1);
      time.mockReturnValue(Date.now() + 86_400_000);
      await becomeReplica(library, library.replicaId);
      expect(capture).toHaveBeenCalledTimes(2);
      await becomeReplica(library, 'rep_other');
      expect(capture).toHaveBeenCalledTimes(3);
      await library.store.write(({ meta }) => meta.set('sync_captured', '{damaged'));
      await becomeReplica(library, 'rep_other');
      expect(capture).toHaveBeenCalledTimes(4);
    } finally {
      capture.mockRestore();
      time.mockRestore();
    }
  });
});
