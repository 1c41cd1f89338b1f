import { describe, expect, it, vi } from 'vitest';
import type { Store, UnitOfWork } from '../src/index.js';
import { addNote, openIn, revision, start, storedBytes, temporaryDirectory } from './support.js';

const note = (unit: UnitOfWork, id = 'doc_a') =>
  unit.documents.getWithBody(id) as NonNullable<ReturnType<UnitOfWork['documents']['getWithBody']>>;

/** Each kind of change, with the journal rows it must add. */
const CHANGES: [string, (unit: UnitOfWork) => unknown, string[]][] = [
  ['a new note', (unit) => addNote(unit, { id: 'doc_b' }), ['document doc_b create']],
  ['a revision', (unit) => unit.documents.revise(note(unit), revision('t', 'b')), ['document doc_a update']],
  ['a move', (unit) => unit.documents.move(note(unit), 1, 2), ['document doc_a move']],
  ['tags', (unit) => unit.documents.touchTags(note(unit), 2), ['document doc_a tag']],
  ['attachments', (unit) => unit.documents.touchResources(note(unit), 2), ['document doc_a attach']],
  ['trash', (unit) => unit.documents.trash(note(unit), 2), ['document doc_a trash']],
  ['a restore', (unit) => unit.documents.restore(note(unit), 2), ['document doc_a restore']],
  ['a purge', (unit) => unit.documents.purge(note(unit), 9), ['document doc_a purge']],
  ['a new tag', (unit) => unit.tags.ensure('new', () => 'tag_new', 1), ['tag tag_new create']],
  [
    'a source',
    (unit) => unit.provenance.record(note(unit), { kind: 'markdown', id: 'x' }, 'd', 1),
    ['document doc_a provenance'],
  ],
  [
    'a notebook that is created, changed and deleted',
    (unit) => {
      const row = unit.notebooks.insert({ id: 'nb_x', name: 'X', parentPk: null, iconEmoji: null, at: 1 });
      unit.notebooks.update(row, { name: 'Y', iconEmoji: null, parentPk: null }, 2);
      unit.notebooks.delete(row);
    },
    ['notebook nb_x create', 'notebook nb_x update', 'notebook nb_x delete'],
  ],
  [
    'a saved search that is created and deleted',
    (unit) => {
      const values = { id: 'snb_x', name: 'X', query: '', iconEmoji: null, builtin: false, createdAt: 1 };
      unit.searchNotebooks.delete(unit.searchNotebooks.insert(values));
    },
    ['search_notebook snb_x create', 'search_notebook snb_x delete'],
  ],
];

async function withNote(): Promise<{ store: Store; last: () => number }> {
  const store = openIn(temporaryDirectory());
  await store.write((unit) => addNote(unit, { id: 'doc_a' }));
  return { store, last: () => store.read(({ journal }) => journal.last()) };
}

describe('the journal', () => {
  it.each(CHANGES)('has a row for %s', async (_, change, rows) => {
    const { store, last } = await withNote();
    const before = last();
    await store.write(change);
    const changes = store.read(({ journal }) => journal.since(before, 10));
    expect(changes.map(({ entity, id, kind }) => `${entity} ${id} ${kind}`)).toEqual(rows);
    expect(last()).toBe(before + rows.length);
  });

  it('has a row for every note of a deleted notebook', async () => {
    const { store, last } = await withNote();
    const before = last();
    await store.write((unit) => {
      addNote(unit, { id: 'doc_b' });
      unit.documents.trash(note(unit, 'doc_b'), 2);
      const home = unit.notebooks.insert({ id: 'nb_home', name: 'Home', parentPk: null, iconEmoji: null, at: 1 }).pk;
      expect(unit.documents.emptyNotebook(note(unit).notebookPk, home, 3)).toBe(1);
    });
    const rows = store.read(({ journal }) => journal.since(before, 10)).map(({ id, kind }) => `${id} ${kind}`);
    expect(rows.slice(-2).sort()).toEqual(['doc_a trash', 'doc_b move']);
  });

  it('has strictly ascending numbers across purges and restarts', async () => {
    const dataDir = temporaryDirectory();
    const seen: number[] = [];
    for (let round = 0; round < 3; round++) {
      const store = openIn(dataDir);
      await store.write((unit) => addNote(unit, { id: `doc_${round}` }));
      await store.write((unit) => unit.documents.purge(note(unit, `doc_${round}`), 9));
      seen.push(store.read(({ journal }) => journal.last()));
      store.close();
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    const store = openIn(dataDir);
    const seqs = store.read(({ journal }) => journal.since(0, 100).map(({ seq }) => seq));
    expect(seqs).toEqual(seqs.map((_, n) => n + 1));
    expect(store.read(({ journal }) => journal.since(3, 2).map(({ seq }) => seq))).toEqual([4, 5]);
  });
});

it('the journal has rows for an attachment, and for a note that links to it', async () => {
  const { store, last } = await withNote();
  const bytes = await storedBytes(store);
  await store.write((unit) => addNote(unit, { id: 'doc_b', body: '<res_a> <res_b>' }));
  const before = last();
  await store.write(({ resources }) => {
    resources.adopt(bytes, { id: 'res_a', filename: 'a', mimeType: 'a/b', at: 1 });
    const { resource } = resources.adopt(bytes, { id: 'res_c', filename: 'a', mimeType: 'a/b', at: 1 });
    resources.recordSource(resource, { kind: 'markdown', id: 'x' }, 1);
    expect(resources.findBySource({ kind: 'markdown', id: 'x' })?.id).toBe('res_c');
    resources.remove(resource);
    expect(resources.findBySource({ kind: 'markdown', id: 'x' })).toBeUndefined();
  });
  const rows = store.read(({ journal }) => journal.since(before, 10));
  expect(rows.map(({ entity, id, kind }) => `${entity} ${id} ${kind}`)).toEqual([
    'resource res_a create',
    'document doc_b links',
    'resource res_c create',
    'resource res_c provenance',
    'resource res_c delete',
  ]);
});

describe('listeners', () => {
  it('are called with the last sequence number after every commit until they unsubscribe', async () => {
    const { store, last } = await withNote();
    const heard: number[] = [];
    const leave = store.subscribe((seq) => heard.push(seq));
    await store.write((unit) => addNote(unit, { id: 'doc_b' }));
    expect(heard).toEqual([last()]);
    leave();
    await store.write((unit) => addNote(unit, { id: 'doc_c' }));
    expect(heard).toHaveLength(1);
  });

  it('are called once by poll after commits of another process', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const heard: number[] = [];
    store.subscribe((seq) => heard.push(seq));
    expect(store.poll()).toBe(false);
    const before = store.read(({ journal }) => journal.last());
    const child = start('write.mjs', [dataDir, 'one-by-one', 3, 'theirs']);
    expect(await child.line()).toBe('ready');
    expect(store.poll()).toBe(false);
    child.process.stdin?.end('go\n');
    expect(await child.end()).toBe(0);
    expect([store.poll(), store.poll()]).toEqual([true, false]);
    expect(heard).toEqual([before + 3]);
    const theirs = store.read(({ journal }) => journal.since(before, 10)).map(({ id }) => id);
    expect(theirs).toEqual(['doc_theirs_0', 'doc_theirs_1', 'doc_theirs_2']);
    await store.write((unit) => addNote(unit, { id: 'doc_mine' }));
    expect(store.poll()).toBe(false);
  });

  it('are called by the poll after one that failed', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const other = openIn(dataDir);
    const heard: number[] = [];
    store.subscribe((seq) => heard.push(seq));
    await other.write((unit) => addNote(unit, { id: 'doc_theirs' }));
    const { journal } = store.read((reader) => reader);
    vi.spyOn(journal, 'last').mockImplementationOnce(() => {
      throw new Error('disk I/O error');
    });
    expect(() => store.poll()).toThrow('disk I/O error');
    expect(heard).toEqual([]);
    expect([store.poll(), store.poll()]).toEqual([true, false]);
    expect(heard).toEqual([journal.last()]);
  });
});
