import { join } from 'node:path';
import { processorTimeUntil } from '@notes/tooling/expect-time';
import { describe, expect, it } from 'vitest';
import { NODE_FLAGS, readOnSeparateConnection, type Store, type UnitOfWork } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { migrations } from '../src/library/migrations.js';
import { addNote, addNotebook, NOTEBOOK, openIn, revision, temporaryDirectory } from './support.js';

const note = (unit: UnitOfWork, id: string) =>
  unit.documents.getWithBody(id) as NonNullable<ReturnType<UnitOfWork['documents']['getWithBody']>>;

/** Runs a change and returns the journal rows it added. */
async function recordJournal(store: Store, change: (unit: UnitOfWork) => unknown): Promise<string[]> {
  const before = store.read(({ journal }) => journal.last());
  await store.write(change);
  return store.read(({ journal }) =>
    journal.since(before, 100).map(({ entity, id, kind }) => `${entity} ${id} ${kind}`),
  );
}

/** Returns the resolution of a note's first link. */
const getTarget = (store: Store, id: string) =>
  store.read((reader) => {
    const [link] = reader.links.outgoing(reader.documents.get(id)?.pk as number);
    return link?.note?.id ?? link?.state;
  });

describe('a link', () => {
  it('is resolved again when other notes change their names, and the journal has the notes whose links changed', async () => {
    const store = openIn(temporaryDirectory());
    await store.write((unit) => addNote(unit, { id: 'doc_a', body: '[[Plan]] [[other]]' }));
    expect(getTarget(store, 'doc_a')).toBe('unresolved');
    const create = (id: string) => recordJournal(store, (unit) => addNote(unit, { id, title: 'Plan' }));
    expect(await create('doc_b')).toEqual(['document doc_b create', 'document doc_a links']);
    expect(getTarget(store, 'doc_a')).toBe('doc_b');
    expect(await create('doc_c')).toEqual(['document doc_c create', 'document doc_a links']);
    expect(getTarget(store, 'doc_a')).toBe('ambiguous');
    expect(await create('doc_d'), 'ambiguous it was').toEqual(['document doc_d create']);
    await store.write((unit) => unit.documents.purge(note(unit, 'doc_d'), 9));
    const rename = await recordJournal(store, (unit) =>
      unit.documents.revise(note(unit, 'doc_c'), revision('Old plan', '')),
    );
    expect(rename).toEqual(['document doc_c update', 'document doc_a links']);
    const trash = await recordJournal(store, (unit) => unit.documents.trash(note(unit, 'doc_b'), 2));
    expect(trash).toEqual(['document doc_b trash', 'document doc_a links']);
    expect(getTarget(store, 'doc_a')).toBe('unresolved');
    const text = await recordJournal(store, (unit) =>
      unit.documents.revise(note(unit, 'doc_c'), revision('Old plan', 'x')),
    );
    expect(text).toEqual(['document doc_c update']);
  });

  it('between files is resolved from the notebook of its own note', async () => {
    const store = openIn(temporaryDirectory());
    const rows = await store.write((unit) => {
      const [a, c] = [addNotebook(unit, 'nb_a', 'A'), addNotebook(unit, 'nb_c', 'C')];
      const b = addNotebook(unit, 'nb_b', 'B', a);
      addNote(unit, { id: 'doc_link', notebookPk: b, body: '[[../one.md]]' });
      addNote(unit, { id: 'doc_a', title: 'Not its name', fileName: 'One.md', notebookPk: a });
      addNote(unit, { id: 'doc_c', title: 'One', notebookPk: c });
      return { a, b: unit.notebooks.get('nb_b') as NonNullable<ReturnType<UnitOfWork['notebooks']['get']>>, c };
    });
    expect(getTarget(store, 'doc_link')).toBe('doc_a');
    const below = (parentPk: number) =>
      recordJournal(store, (unit) => unit.notebooks.update(rows.b, { name: 'B', iconEmoji: null, parentPk }, 2));
    expect(await below(rows.c)).toEqual(['notebook nb_b update', 'document doc_link links']);
    expect(getTarget(store, 'doc_link')).toBe('doc_c');
    const rename = (name: string) =>
      recordJournal(store, (unit) =>
        unit.notebooks.update({ ...rows.b, parentPk: rows.c }, { name, iconEmoji: '🅱', parentPk: rows.c }, 3),
      );
    expect(await rename('B'), 'an icon changes no path').toEqual(['notebook nb_b update']);
    expect(await rename('D'), 'nor does this name').toEqual(['notebook nb_b update']);
  });

  it('to its own file stays resolved when the note is moved', async () => {
    const store = openIn(temporaryDirectory());
    const to = await store.write((unit) => {
      addNote(unit, { id: 'doc_a', title: 'One', body: '[[./one.md]]', notebookPk: addNotebook(unit, 'nb_a', 'A') });
      addNote(unit, { id: 'doc_b', title: 'One', notebookPk: addNotebook(unit, 'nb_b', 'B') });
      return addNotebook(unit, 'nb_c', 'C');
    });
    expect(await recordJournal(store, (unit) => unit.documents.move(note(unit, 'doc_a'), to, 2))).toEqual([
      'document doc_a move',
    ]);
    expect(getTarget(store, 'doc_a')).toBe('doc_a');
  });

  it('without an extension refers to a note by its title or its file name [LINK-FILE-NAME]', async () => {
    const store = openIn(temporaryDirectory());
    await store.write((unit) => {
      addNote(unit, { id: 'doc_title', body: '[[BOM title]]' });
      addNote(unit, { id: 'doc_file', body: '[[bom]]' });
      addNote(unit, { id: 'doc_ending', body: '[[bom.md]]' });
    });
    const create = await recordJournal(store, (unit) =>
      addNote(unit, { id: 'doc_bom', title: 'BOM title', fileName: 'bom.md' }),
    );
    expect(create).toHaveLength(4);
    const meanings = () => ['doc_title', 'doc_file', 'doc_ending'].map((id) => getTarget(store, id));
    expect(meanings()).toEqual(['doc_bom', 'doc_bom', 'doc_bom']);
    await store.write((unit) => unit.documents.revise(note(unit, 'doc_bom'), revision('Renamed', '')));
    expect(meanings()).toEqual(['unresolved', 'doc_bom', 'doc_bom']);
    await store.write((unit) => unit.documents.trash(note(unit, 'doc_bom'), 2));
    expect(meanings()).toEqual(['unresolved', 'unresolved', 'unresolved']);
    await store.write((unit) => unit.documents.restore(note(unit, 'doc_bom'), 3));
    expect(meanings()).toEqual(['unresolved', 'doc_bom', 'doc_bom']);
  });

  it('refers to the nearest of several notes with the same name, after any move of notes and notebooks [LINK-NEAREST]', async () => {
    const store = openIn(temporaryDirectory());
    const { a, inner, b } = await store.write((unit) => {
      const [a, b] = [addNotebook(unit, 'nb_a', 'A'), addNotebook(unit, 'nb_b', 'B')];
      const inner = addNotebook(unit, 'nb_inner', 'Inner', a);
      addNote(unit, { id: 'doc_in_a', title: 'Plan', notebookPk: a });
      addNote(unit, { id: 'doc_in_b', title: 'Other', fileName: 'plan.md', notebookPk: b });
      addNote(unit, { id: 'doc_link', body: '[[plan]]', notebookPk: inner });
      return { a, inner, b };
    });
    const where = () => getTarget(store, 'doc_link');
    const moveNotebook = (parentPk: number | null) =>
      recordJournal(store, (unit) => {
        const row = unit.notebooks.get('nb_inner') as NonNullable<ReturnType<UnitOfWork['notebooks']['get']>>;
        unit.notebooks.update(row, { name: 'Inner', iconEmoji: null, parentPk }, 2);
      });
    const moveNote = (id: string, to: number) => store.write((unit) => unit.documents.move(note(unit, id), to, 2));
    expect(where(), 'below the same top-level notebook').toBe('doc_in_a');
    expect(await moveNotebook(b)).toEqual(['notebook nb_inner update', 'document doc_link links']);
    expect(where()).toBe('doc_in_b');
    await moveNotebook(null);
    expect(where(), 'anywhere, a title before a file name').toBe('doc_in_a');
    await store.write((unit) => addNote(unit, { id: 'doc_third', title: 'plan' }));
    expect(where(), 'one of several titles').toBe('ambiguous');
    await moveNote('doc_in_a', inner);
    expect(where(), 'in the same notebook').toBe('doc_in_a');
    await moveNote('doc_link', b);
    expect(where()).toBe('doc_in_b');
    await moveNote('doc_in_a', b);
    expect(where(), 'beside it, a title before a file name').toBe('doc_in_a');
    await moveNote('doc_third', b);
    expect(where()).toBe('ambiguous');
    await moveNote('doc_link', a);
    await store.write((unit) => unit.documents.trash(note(unit, 'doc_third'), 3));
    await store.write((unit) => unit.documents.trash(note(unit, 'doc_in_b'), 3));
    expect(where(), 'the only one there is').toBe('doc_in_a');
  });

  it('in a library of an earlier version is resolved by the rules of this version', async () => {
    const dataDir = temporaryDirectory();
    const old = openIn(dataDir, {}, { migrations: migrations.filter(({ version }) => version < 24) });
    await old.write((unit) => {
      const [a, b] = [addNotebook(unit, 'nb_a', 'A'), addNotebook(unit, 'nb_b', 'B')];
      for (const [letter, notebookPk] of Object.entries({ a, b })) {
        addNote(unit, { id: `doc_note_${letter}`, title: `Title of ${letter}`, fileName: 'note.md', notebookPk });
        addNote(unit, { id: `doc_link_${letter}`, title: `From ${letter}`, body: '[[note]] [[none]]', notebookPk });
      }
    });
    const newest = old.read(({ journal }) => journal.last());
    old.close();
    const database = openSqlite(join(dataDir, 'notes.db'));
    database.exec('UPDATE links SET state = 1, target_pk = NULL');
    database.close();
    const store = openIn(dataDir);
    expect(['doc_link_a', 'doc_link_b'].map((id) => getTarget(store, id))).toEqual(['doc_note_a', 'doc_note_b']);
    const told = store.read(({ journal }) => journal.since(newest, 100).map(({ id, kind }) => `${id} ${kind}`));
    expect(told).toEqual(['doc_link_a links', 'doc_link_b links']);
  });

  it('in a text that is not stored is resolved like a stored one', async () => {
    const store = openIn(temporaryDirectory());
    const pk = await store.write((unit) => {
      addNote(unit, { id: 'doc_a', title: 'Plan', notebookPk: addNotebook(unit, 'nb_a', 'A') });
      return addNote(unit, { id: 'doc_b', title: 'Here', notebookPk: addNotebook(unit, 'nb_b', 'B') });
    });
    const references = [
      { type: 'title', title: 'a/PLAN' },
      { type: 'title', title: './plan.md' },
      { type: 'title', title: ' / ' },
      { type: 'title', title: 'plan'.repeat(2_000) },
      { type: 'document', id: 'doc_a' },
      { type: 'document', id: 'doc_z' },
      { type: 'self' },
      { type: 'external' },
    ] as const;
    const read = (source: number | null) =>
      store.read(({ links }) => links.resolve(references, source).map(({ state, note }) => note?.id ?? state));
    const same = ['doc_a', 'doc_a', 'unresolved', 'unresolved', 'doc_a', 'unresolved'];
    expect(read(pk)).toEqual([...same, 'doc_b', 'external']);
    expect(read(null)).toEqual([...same, 'resolved', 'external']);
  });
});

describe('an anchor', () => {
  it('is counted once for each link to it from an active note', async () => {
    const store = openIn(temporaryDirectory());
    const uses = await store.write((unit) => {
      const pk = addNote(unit, { id: 'doc_a', title: 'A', body: '[[a#x]] [[a]] [[B#x]]' });
      addNote(unit, { id: 'doc_b', title: 'B', body: '[[A#x]] [[A#X]] [[A#^y|z]] [[A#^y]]' });
      addNote(unit, { id: 'doc_c', title: 'C', body: '[[A#x]]' });
      unit.documents.trash(note(unit, 'doc_c'), 2);
      return unit.links.anchorUses(pk);
    });
    expect(uses).toEqual([
      { anchor: 'X', count: 1 },
      { anchor: '^y', count: 2 },
      { anchor: 'x', count: 2 },
    ]);
  });
});

describe('a former title', () => {
  it('belongs to the active note that changed it last', async () => {
    const store = openIn(temporaryDirectory());
    const owner = () => store.read(({ links }) => links.findFormerOwner('plan')?.id);
    const rename = (id: string, title: string) =>
      store.write((unit) => unit.documents.revise(note(unit, id), revision(title, '')));
    await store.write((unit) => {
      for (const id of ['doc_a', 'doc_b']) addNote(unit, { id, title: 'Plan' });
    });
    await rename('doc_a', 'PLAN');
    expect(owner()).toBeUndefined();
    await rename('doc_a', 'A');
    await rename('doc_b', 'B');
    expect(owner()).toBe('doc_b');
    await rename('doc_a', 'plan');
    await rename('doc_a', 'A');
    expect(owner()).toBe('doc_a');
    await store.write((unit) => unit.documents.trash(note(unit, 'doc_a'), 2));
    expect(owner()).toBe('doc_b');
    await store.write((unit) => unit.documents.purge(note(unit, 'doc_b'), 9));
    expect(owner()).toBeUndefined();
  });
});

describe('suggestions', () => {
  const TITLES = [
    ...[
      'Crème brûlée',
      'creme',
      'A crème brûlée',
      'Brulee',
      'the brûlée torch',
      'scream',
      '東京都の地図',
      '京都',
      '都の',
    ],
    ...['Meeting 1', 'meeting 10', 'Weekly meeting', 'Weekly (old) meeting', 'meeting', ''],
  ];
  const suggestTitles = async (query: string, limit = 50, trashed = '') => {
    const store = openIn(temporaryDirectory());
    return store.write((unit) =>
      unit.rehearse(() => {
        for (const [n, title] of TITLES.entries()) {
          addNote(unit, { id: `doc_${n}`, title });
          if (title === trashed) unit.documents.trash(note(unit, `doc_${n}`), 2);
        }
        return unit.links.suggest(query, limit).map(({ title }) => title);
      }),
    );
  };

  it.each([
    ['me', ['meeting', 'Meeting 1', 'meeting 10', 'Weekly meeting', 'Weekly (old) meeting']],
    ['MEETING 1', ['Meeting 1', 'meeting 10']],
    ['weekly mee', ['Weekly meeting']],
    ['weekly  MEETING', ['Weekly meeting']],
    ['old me', ['Weekly (old) meeting']],
    ['crem', ['creme', 'Crème brûlée', 'A crème brûlée']],
    ['crème br', ['Crème brûlée', 'A crème brûlée']],
    ['brul', ['Brulee', 'Crème brûlée', 'A crème brûlée', 'the brûlée torch']],
    ['ream', []],
    ['京都', ['京都', '東京都の地図']],
    ['都の', ['都の', '東京都の地図']],
    ['の図', []],
    ['%', []],
  ])('for %s are %j', async (query, titles) => {
    expect(await suggestTitles(query)).toEqual(titles);
  });

  it('respect the limit and leave out trashed and excluded notes', async () => {
    expect(await suggestTitles('me', 4)).toEqual(['meeting', 'Meeting 1', 'meeting 10', 'Weekly meeting']);
    expect(await suggestTitles('me', 4, 'Meeting 1')).not.toContain('Meeting 1');
    expect(await suggestTitles('weekly', 4, 'Weekly meeting')).toEqual(['Weekly (old) meeting']);
    const store = openIn(temporaryDirectory());
    const pk = await store.write((unit) => addNote(unit, { id: 'doc_a', title: 'Meeting' }));
    expect(store.read(({ links }) => links.suggest('mee', 5, pk))).toEqual([]);
  });

  it('change with the titles of notes', async () => {
    const store = openIn(temporaryDirectory());
    await store.write((unit) => addNote(unit, { id: 'doc_a', title: 'One two' }));
    await store.write((unit) => unit.documents.revise(note(unit, 'doc_a'), revision('Two three', '')));
    const findSuggestions = (query: string) =>
      store.read(({ links }) => links.suggest(query, 5).map(({ title }) => title));
    expect([findSuggestions('one'), findSuggestions('two'), findSuggestions('thr')]).toEqual([
      [],
      ['Two three'],
      ['Two three'],
    ]);
  });
});

describe('the link graph', () => {
  it('is read on another connection, with the sequence number of its state', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const pks = await store.write((unit) => {
      const help = unit.notebooks.insert({
        id: 'nb_h',
        name: 'H',
        parentPk: null,
        iconEmoji: null,
        at: 1,
        readOnly: true,
      });
      const made = [
        addNote(unit, { id: 'doc_a', title: 'A', body: '[[b]] [[B]] [[a]] [[c]] <#here>' }),
        addNote(unit, { id: 'doc_b', title: 'B', body: '[[C]]', notebookPk: help.pk }),
        addNote(unit, { id: 'doc_c', title: 'C', body: '[[A]]' }),
      ];
      unit.documents.trash(note(unit, 'doc_c'), 2);
      return made;
    });
    const [a, b, c] = pks as [number, number, number];
    const graph = readOnSeparateConnection(dataDir, ({ links, journal }) => ({
      seq: journal.last(),
      ...links.graph(),
    }));
    expect(graph.seq).toBe(store.read(({ journal }) => journal.last()));
    expect([...graph.edges].sort()).toEqual([a, b, c, a].sort());
    const flags = Object.fromEntries([...graph.nodes].map((pk, n) => [pk, graph.flags[n]]));
    expect(flags).toEqual({ [a]: NODE_FLAGS.active, [b]: NODE_FLAGS.active + NODE_FLAGS.readOnly, [c]: 0 });
    expect(store.read(({ documents }) => documents.flags(['doc_c', 'doc_b', 'doc_z']))).toEqual([
      { id: 'doc_c', pk: c, active: false, readOnly: false },
      { id: 'doc_b', pk: b, active: true, readOnly: true },
    ]);
    expect(store.read(({ documents }) => documents.getMany([b, 99, a]))).toEqual([
      { pk: b, id: 'doc_b', title: 'B', notebookId: 'nb_h' },
      { pk: a, id: 'doc_a', title: 'A', notebookId: NOTEBOOK },
    ]);
  });
});

describe('many links', () => {
  const COUNT = 10_000;

  it('to a note are resolved again within 1.5 seconds when it is renamed', async () => {
    const store = openIn(temporaryDirectory());
    await store.write((unit) => {
      addNote(unit, { id: 'doc_hub', title: 'Hub' });
      for (let n = 0; n < COUNT; n++) addNote(unit, { id: `doc_${n}`, title: `N${n}`, body: '[[hub]]' });
    });
    const rename = async (title: string) => {
      let rows: string[] = [];
      const took = await processorTimeUntil(async () => {
        rows = await recordJournal(store, (unit) => unit.documents.revise(note(unit, 'doc_hub'), revision(title, '')));
      });
      expect(rows.slice(0, 2)).toEqual(['document doc_hub update', 'document doc_0 links']);
      return took;
    };
    const took = [await rename('Centre'), await rename('Hub')];
    expect(getTarget(store, 'doc_77')).toBe('doc_hub');
    expect(Math.min(...took)).toBeLessThan(1_500);
  });
});

describe('derived data of notes', () => {
  it('has counts of unparsed notes and a list of templates', async () => {
    const store = openIn(temporaryDirectory());
    await store.write((unit) => {
      addNote(unit, { id: 'doc_b', title: 'b', body: '%template' });
      addNote(unit, { id: 'doc_a', title: 'A', body: '%template %unparsed' });
      addNote(unit, { id: 'doc_c', title: 'c', body: '%template %unparsed' });
      unit.documents.trash(note(unit, 'doc_c'), 2);
    });
    const templates = (limit: number) =>
      store.read(({ documents }) => documents.listTemplates(limit).map(({ id }) => id));
    expect([templates(10), templates(1)]).toEqual([['doc_a', 'doc_b'], ['doc_a']]);
    expect(store.read(({ documents }) => documents.counts().unparsed)).toBe(2);
  });

  it('has each task with its note', async () => {
    const store = openIn(temporaryDirectory());
    const pk = await store.write((unit) => {
      const made = addNote(unit, { id: 'doc_a', title: 'A', body: 'x\n- [x] done ^mark due:2026-11-20' });
      for (const name of ['b', 'A']) unit.tags.attach(made, unit.tags.ensure(name, () => `tag_${name}`, 1).pk);
      return made;
    });
    const [task] = store.read(({ tasks }) => tasks.list({ state: 'all', limit: 5 }));
    const note = { documentPk: pk, documentId: 'doc_a', title: 'A', notebookId: NOTEBOOK, tags: ['A', 'b'] };
    expect(task).toEqual({
      ...note,
      updatedAt: 1000,
      n: 0,
      text: 'done',
      done: true,
      line: 2,
      blockId: '^mark',
      marker: 'mark',
      due: '2026-11-20',
    });
  });
});
