import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nameKey } from '@notes/query-language';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DocumentRecord, NotebookRow, ReceivedBlob, UnitOfWork } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { expectLinks, expectTasks, type LinkedNote } from './link-model.js';
import { getRelation, getResourceId, ResourceModel } from './resource-model.js';
import { addNote, openIn, revision, storedBytes, temporaryDirectory } from './support.js';

/** Minimal model of a note. */
interface ModelNote {
  readonly id: string;
  readonly fileName: string | null;
  notebook: number;
  texts: { title: string; body: string }[];
  /** Keys of tags. */
  tags: Set<string>;
  attached: Set<string>;
  trashed: boolean;
  updatedAt: number;
  /** Order of creation, which breaks ties of time. */
  readonly made: number;
}

const HOMES = ['nb_0', 'nb_1', 'nb_2'];
const HOME_NAMES = ['Home', 'Work', 'Größe'];
const TITLES = ['One', 'ONE', ' One', 'Two', 'Größe', 'GRÖSSE', '', 'Work/One', 'two.md', 'doc_1'];
const FILES = [null, null, 'one.md', 'Two.markdown', 'größe.md'];
/** Every form of a link, to notes that exist at some times. */
const PIECES = [
  '[[One]] [[two]] and [[größe#x|shown]]',
  '[[Work/One]] [[home/Two]] [[Work/Größe/one]]',
  '[[one.md]] [[../Work/two.md]] [[./one.md]] [[../Gr%c3/two.md]] [[Größe/two.md]]',
  '<doc_1> <doc_2> <doc_3> <doc_4> [[doc_1]] [[/doc_1]]',
  '<#here> [[ ]] [[Work/]] <https://example.org> <res_1> <nothing>',
  '<res_1> <res_2> and <res_2>',
  '- [ ] open ^first due:2026-11-20\n- [x] done\n- [ ] another',
];
const TAGS = ['x', 'X/y', 'z', 'Été'];

const PLACED = [
  '[[Work/One]] [[home/one]] [[Größe/one]] [[Home/Work/One]]',
  '[[one.md]] [[../Work/one.md]] [[./one.md]] [[../one.md]] [[Größe/one.md]] [[Work/one.md]]',
  '[[Work/a/Two]] [[Home/two]] [[Größe/two.md]] [[../Home/two.md]] [[Work/two.md]]',
];

const KINDS = [
  ...(['create', 'create', 'revise', 'tag', 'untag', 'move', 'trash', 'restore', 'purge', 'empty'] as const),
  ...(['rehome', 'dissolve'] as const),
  ...(['store', 'remove', 'attach', 'detach', 'copy'] as const),
] as const;
type Kind = (typeof KINDS)[number];
const small = fc.nat({ max: 9 });
const makeStep = (kinds: readonly Kind[], titles: readonly string[], pieces: readonly string[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    which: small,
    at: small,
    title: fc.constantFrom(...titles),
    tag: fc.constantFrom(...TAGS),
    file: fc.constantFrom(...FILES),
    body: fc.subarray([...pieces]).map((some) => some.join('\n')),
  });
const anyStep = makeStep(KINDS, TITLES, PIECES);
/** Steps with few attachments that change notes often. */
const resourceStep = makeStep(
  [
    ...(['create', 'revise', 'trash', 'restore', 'purge', 'empty'] as const),
    ...(['store', 'store', 'remove', 'attach', 'detach', 'copy'] as const),
  ],
  ['One'],
  ['<res_1>', '<res_2> <res_3>', '<res_2>'],
);
/** Steps with few titles in changing notebooks, so that paths usually resolve, and rarely to the same note for long. */
const placeStep = makeStep(
  ['create', 'create', 'create', 'move', 'rehome', 'rehome', 'empty'],
  ['One', 'a/Two', '…', '…'],
  PLACED,
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;
type Rules = Record<Kind, (note: ModelNote, stored: DocumentRecord, step: Step) => void>;

class Model {
  readonly notes: ModelNote[] = [];
  /** Notebooks, each with the number of its parent. */
  readonly homes = HOME_NAMES.map((name): { name: string; parent: number | null } => ({ name, parent: null }));
  readonly resources: ResourceModel;
  #made = 0;
  readonly #unit: UnitOfWork;

  constructor(unit: UnitOfWork, bytes: ReceivedBlob) {
    this.#unit = unit;
    this.resources = new ResourceModel(unit, bytes, () =>
      this.notes.map(({ id, texts, attached }) => ({ id, attached, body: texts.at(-1)?.body as string })),
    );
    for (const [home, id] of HOMES.entries()) this.#insertHome(id, HOME_NAMES[home] as string);
  }

  apply(step: Step): void {
    this.resources.applyChange(() => this.#apply(step), step.kind === 'purge' ? 'purged' : 'detached', step.at);
  }

  #apply(step: Step): void {
    const note = this.notes[step.which % Math.max(1, this.notes.length)];
    const stored = note && this.#unit.documents.get(note.id);
    if (step.kind === 'create') this.#create(step);
    else if (step.kind === 'store') this.resources.store(getResourceId(step.which), step.at);
    else if (note !== undefined && stored !== undefined) this.#rules[step.kind](note, stored, step);
  }

  readonly #rules: Rules = {
    create: (_note, _stored, step) => this.#create(step),
    store: (_note, _stored, { which, at }) => this.resources.store(getResourceId(which), at),
    remove: (_note, _stored, { which }) => this.resources.remove(getResourceId(which)),
    attach: (note, stored, { which, at }) => {
      const row = this.resources.get(getResourceId(which + at));
      if (row === undefined) return;
      const held = `${row.id} ${getRelation(at)}`;
      expect(this.#unit.resources.attach(stored.pk, row.pk, getRelation(at))).toBe(!note.attached.has(held));
      note.attached.add(held);
      this.#touchResources(note, stored, at);
    },
    detach: (note, stored, { which, at }) => {
      const row = this.resources.get(getResourceId(which + at));
      if (row === undefined) return;
      const held = [...note.attached].filter((each) => each.startsWith(`${row.id} `));
      expect(this.#unit.resources.detach(stored.pk, row.pk, at)).toBe(held.length > 0);
      for (const each of held) note.attached.delete(each);
      this.#touchResources(note, stored, at);
    },
    copy: (note, stored, { at }) => {
      const other = this.notes[at % this.notes.length] as ModelNote;
      this.#unit.resources.copyRelations(stored.pk, this.#unit.documents.get(other.id)?.pk as number);
      for (const held of note.attached) other.attached.add(held);
    },
    revise: (note, stored, { title, at, body }) => {
      const text = { title, body: `body ${at} of ${note.id}\n${body}` };
      this.#unit.documents.revise(stored, revision(text.title, text.body, at));
      note.texts.push(text);
      note.updatedAt = at;
    },
    tag: (note, stored, { tag, at }) => {
      const row = this.#unit.tags.ensure(tag, () => `tag_${++this.#made}`, at);
      expect(this.#unit.tags.attach(stored.pk, row.pk)).toBe(!note.tags.has(nameKey(tag)));
      note.tags.add(nameKey(tag));
      this.#touchTags(note, stored, at);
    },
    untag: (note, stored, { tag, at }) => {
      const row = this.#unit.tags.find(tag);
      if (row !== undefined) expect(this.#unit.tags.detach(stored.pk, row)).toBe(note.tags.has(nameKey(tag)));
      note.tags.delete(nameKey(tag));
      this.#touchTags(note, stored, at);
    },
    move: (note, stored, { at }) => {
      this.#unit.documents.move(stored, this.#home(at), at);
      Object.assign(note, { notebook: at % 3, updatedAt: at });
    },
    trash: (note, stored, { at }) => {
      this.#unit.documents.trash(stored, at);
      Object.assign(note, { trashed: true, updatedAt: at });
    },
    restore: (note, stored, { at }) => {
      this.#unit.documents.restore(stored, at);
      Object.assign(note, { trashed: false, updatedAt: at });
    },
    purge: (note, stored, { at }) => {
      for (const row of this.#unit.tags.listForDocument(stored.pk)) this.#unit.tags.detach(stored.pk, row);
      this.#unit.documents.purge(stored, at);
      this.notes.splice(this.notes.indexOf(note), 1);
    },
    empty: ({ notebook: home }, _stored, { at }) => {
      const inside = this.notes.filter(({ notebook }) => notebook === home);
      const active = inside.filter(({ trashed }) => !trashed);
      const emptied = this.#unit.documents.emptyNotebook(this.#home(home), this.#home(home + 1), at);
      expect(emptied).toBe(active.length);
      for (const note of active) Object.assign(note, { trashed: true, updatedAt: at });
      for (const note of inside) note.notebook = (home + 1) % 3;
    },
    rehome: (_note, _stored, { at, which }) => {
      const parent = which % 4 === 3 ? null : which % 4;
      this.#updateHome(at % 3, HOME_NAMES[(which + at) % 3] as string, parent);
    },
    dissolve: (note, stored, step) => {
      const home = note.notebook;
      for (const [child, { parent, name }] of this.homes.entries())
        if (parent === home) this.#updateHome(child, name, null);
      if (this.homes.some(({ parent }) => parent === home)) return;
      this.#rules.empty(note, stored, step);
      this.#unit.notebooks.delete(this.#unit.notebooks.get(HOMES[home] as string) as NotebookRow);
      const free = [...HOME_NAMES, 'Fourth'].find((name) => !this.#isTaken(name, null, home)) as string;
      this.#insertHome(HOMES[home] as string, free);
      this.homes[home] = { name: free, parent: null };
    },
  };

  #insertHome(id: string, name: string): void {
    this.#unit.notebooks.insert({ id, name, parentPk: null, iconEmoji: null, at: 1 });
  }

  /** Leaves a notebook unchanged when the change would create a cycle, or a duplicate name in one parent. */
  #updateHome(home: number, name: string, parent: number | null): void {
    if (this.#isTaken(name, parent, home)) return;
    for (let at = parent; at !== null; at = this.homes[at]?.parent ?? null) if (at === home) return;
    const row = this.#unit.notebooks.get(HOMES[home] as string) as NotebookRow;
    const parentPk = parent === null ? null : this.#home(parent);
    this.#unit.notebooks.update(row, { name, iconEmoji: null, parentPk }, 1);
    this.homes[home] = { name, parent };
  }

  #isTaken(name: string, parent: number | null, but: number): boolean {
    return this.homes.some((home, n) => n !== but && home.parent === parent && nameKey(home.name) === nameKey(name));
  }

  #getPath(home: number | null): string[] {
    const row = home === null ? undefined : this.homes[home];
    return row === undefined ? [] : [...this.#getPath(row.parent), row.name];
  }

  listLinked(): LinkedNote[] {
    return this.notes.map(({ id, fileName, notebook, texts, trashed, updatedAt }) => {
      const { title, body } = texts.at(-1) as { title: string; body: string };
      return { id, title, body, fileName, path: this.#getPath(notebook), active: !trashed, updatedAt };
    });
  }

  #home(number: number): number {
    return this.#unit.notebooks.get(HOMES[number % 3] as string)?.pk as number;
  }

  #touchTags(note: ModelNote, stored: DocumentRecord, at: number): void {
    this.#unit.documents.touchTags(stored, at);
    note.updatedAt = at;
  }

  #touchResources(note: ModelNote, stored: DocumentRecord, at: number): void {
    this.#unit.documents.touchResources(stored, at);
    note.updatedAt = at;
  }

  #create({ title, at, which, file: fileName, body: links }: Step): void {
    const id = `doc_${++this.#made}`;
    const body = `body of ${id}\n${links}`;
    const place = { createdAt: at, updatedAt: at, notebookPk: this.#home(which), fileName };
    this.#unit.documents.insert({ ...revision(title, body, at), ...place, id });
    const fresh = {
      tags: new Set<string>(),
      attached: new Set<string>(),
      trashed: false,
      updatedAt: at,
      made: this.#made,
    };
    this.notes.push({ id, fileName, notebook: which % 3, texts: [{ title, body }], ...fresh });
  }

  /** Returns the ids of matching notes, most recently changed first, then newest first. */
  listIds(wanted: (note: ModelNote) => boolean): string[] {
    const found = this.notes.filter(wanted).sort((a, b) => b.updatedAt - a.updatedAt || b.made - a.made);
    return found.map(({ id }) => id);
  }
}

function expectSame(unit: UnitOfWork, model: Model): void {
  const { documents, notebooks, tags, revisions } = unit;
  for (const note of model.notes) {
    const { title, body } = note.texts.at(-1) as { title: string; body: string };
    const stored = documents.getWithBody(note.id);
    const names = stored?.tags.map(nameKey);
    expect({ ...stored, tags: names }).toMatchObject({ title, body, notebookId: HOMES[note.notebook], tags: names });
    expect(names).toEqual([...note.tags].sort());
    expect([stored?.deletedAt !== null, stored?.updatedAt]).toEqual([note.trashed, note.updatedAt]);
    const history = revisions.list(stored?.pk as number, 100);
    expect(history.map(({ title: old }) => old)).toEqual(note.texts.map(({ title: old }) => old).reverse());
    expect(history[0]?.id).toBe(stored?.revisionId);
    const texts = history.map(({ id }) => revisions.get(stored?.pk as number, id)?.body);
    expect(texts).toEqual(note.texts.map(({ body: old }) => old).reverse());
  }
  const listByPage = <Row extends { id: string; updatedAt: number; pk: number }>(page: (after?: Row) => Row[]) => {
    const all: string[] = [];
    for (let rows = page(); rows.length > 0; rows = page(rows.at(-1))) all.push(...rows.map(({ id }) => id));
    return all;
  };
  expect(listByPage((after) => documents.listTrash(2, after))).toEqual(model.listIds(({ trashed }) => trashed));
  for (const [home, id] of HOMES.entries()) {
    const pk = notebooks.get(id)?.pk as number;
    const inside = model.listIds(({ notebook, trashed }) => notebook === home && !trashed);
    expect(listByPage((after) => documents.listInNotebook(pk, 2, after))).toEqual(inside);
    expect(notebooks.noteCount(pk)).toBe(inside.length);
    expect(notebooks.trashedCount(pk)).toBe(model.listIds((x) => x.notebook === home && x.trashed).length);
    expect(notebooks.allWithCounts().find((row) => row.pk === pk)?.noteCount).toBe(inside.length);
  }
  const active = model.notes.filter(({ trashed }) => !trashed);
  const trashed = model.notes.length - active.length;
  const texts = model.notes.reduce((sum, note) => sum + note.texts.length, 0);
  expect(documents.counts()).toMatchObject({ active: active.length, trashed, revisions: texts, notebooks: 3 });
  const keys = new Set(model.notes.flatMap((note) => [...note.tags]));
  const carriers = (key: string) => active.filter((note) => note.tags.has(key)).length;
  expect(tags.allWithCounts().map(({ name, noteCount }) => [nameKey(name), noteCount])).toEqual(
    [...keys].sort().map((key) => [key, carriers(key)]),
  );
  const linked = model.listLinked();
  expectLinks(unit, linked, model.resources.ids);
  model.resources.expectSame();
  const first = new Set(model.notes.filter(({ notebook }) => notebook === 0).map(({ id }) => id));
  expectTasks(unit, linked, { notebookPks: [notebooks.get('nb_0')?.pk as number], has: ({ id }) => first.has(id) });
  for (const title of TITLES) {
    const same = active.filter((note) => nameKey(note.texts.at(-1)?.title as string) === nameKey(title));
    expect(documents.findByTitleKey(nameKey(title), 100)).toEqual(same.map(({ id }) => id));
  }
}

it.each([
  ['changes of notes', anyStep],
  ['moves of notes and notebooks', placeStep],
  ['changes of attachments', resourceStep],
])('any sequence of %s leaves the same contents as a model of a library', async (_, step) => {
  const store = openIn(temporaryDirectory(), { initialise: () => {} });
  const bytes = await storedBytes(store);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) =>
      store.write((unit) =>
        unit.rehearse(() => {
          const model = new Model(unit, bytes);
          for (const each of steps) model.apply(each);
          expectSame(unit, model);
        }),
      ),
    ),
    { seed: 20_261_121, numRuns: samples(60) },
  );
});

it('the library file has no text of a purged note, of any revision, task or link', async () => {
  const store = openIn(temporaryDirectory());
  const texts = [
    'a secret: {told once}',
    `- [ ] secret: {told a task}\n${'[[secret: {told at length}]] '.repeat(500)}`,
  ];
  await store.write((unit) => {
    for (let n = 0; n < 50; n++) addNote(unit, { id: `doc_${n}`, body: `other text ${n}`, title: `T${n}` });
    addNote(unit, { id: 'doc_secret', title: 'a title: {secret}', body: texts[0] as string });
  });
  const note = () => store.read(({ documents }) => documents.get('doc_secret')) as DocumentRecord;
  await store.write((unit) => unit.documents.revise(note(), revision('another title: {secret}', texts[1] as string)));
  await store.write((unit) => unit.documents.trash(note(), 2));
  await store.write((unit) => unit.documents.purge(note(), 9));
  store.close();
  const bytes = readFileSync(store.paths.database);
  expect(bytes.includes('other text 7')).toBe(true);
  for (const piece of ['secret: {told', '{told at length}', '{told a task}', 'title: {secret}'])
    expect([piece, bytes.includes(piece)]).toEqual([piece, false]);
});

it('every revision has its text unchanged, with its SHA-256 and size', async () => {
  const store = openIn(temporaryDirectory());
  const texts = ['', 'a\r\nb\n', '\ufeffBOM', 'e\u0301 é', '👩‍💻', ' \t trailing ', '\u202ebidi\u200b'];
  for (const [index, body] of texts.entries()) {
    const id = `doc_${index}`;
    const read = await store.write((unit) => {
      const home = unit.notebooks.all()[0]?.pk as number;
      unit.documents.insert({ ...revision(body, body), id, notebookPk: home, createdAt: 1, updatedAt: 1 });
      return unit.documents.getWithBody(id);
    });
    expect(Buffer.from(read?.body as string)).toEqual(Buffer.from(body));
    expect(read?.title).toBe(body);
  }
  store.close();
  const database = openSqlite(store.paths.database, { readonly: true });
  const stored = database.prepare('SELECT body, body_sha256 AS digest, size_bytes AS size FROM revisions').all() as {
    body: string;
    digest: Buffer;
    size: number;
  }[];
  database.close();
  expect(stored.map(({ body }) => body)).toEqual(texts);
  for (const { body, digest, size } of stored) {
    expect(digest).toEqual(createHash('sha256').update(body).digest());
    expect(size).toBe(Buffer.byteLength(body));
  }
});
