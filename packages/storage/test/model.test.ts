import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nameKey } from '@notes/query-language';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DocumentRecord, UnitOfWork } from '../src/index.js';
import { addNote, openIn, revision, temporaryDirectory } from './support.js';

/** What a library holds, in the plainest terms. */
interface ModelNote {
  readonly id: string;
  notebook: number;
  texts: { title: string; body: string }[];
  /** Keys of tags. */
  tags: Set<string>;
  trashed: boolean;
  updatedAt: number;
  /** Order of making, which breaks ties of time. */
  readonly made: number;
}

const HOMES = ['nb_0', 'nb_1', 'nb_2'];
const TITLES = ['One', 'ONE', 'Two', 'Größe', 'GRÖSSE', ''];
const TAGS = ['x', 'X/y', 'z', 'Été'];

const KINDS = ['create', 'create', 'revise', 'tag', 'untag', 'move', 'trash', 'restore', 'purge', 'empty'] as const;
const small = fc.nat({ max: 9 });
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: small,
  at: small,
  title: fc.constantFrom(...TITLES),
  tag: fc.constantFrom(...TAGS),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Rules = Record<(typeof KINDS)[number], (note: ModelNote, stored: DocumentRecord, step: Step) => void>;

class Model {
  readonly notes: ModelNote[] = [];
  #made = 0;
  readonly #unit: UnitOfWork;

  constructor(unit: UnitOfWork) {
    this.#unit = unit;
    for (const id of HOMES) unit.notebooks.insert({ id, name: id, parentPk: null, iconEmoji: null, at: 1 });
  }

  apply(step: Step): void {
    const note = this.notes[step.which % Math.max(1, this.notes.length)];
    const stored = note && this.#unit.documents.get(note.id);
    if (step.kind === 'create') this.#create(step);
    else if (note !== undefined && stored !== undefined) this.#rules[step.kind](note, stored, step);
  }

  readonly #rules: Rules = {
    create: (_note, _stored, step) => this.#create(step),
    revise: (note, stored, { title, at }) => {
      const text = { title, body: `body ${at} of ${note.id}` };
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
    purge: (note, stored) => {
      for (const row of this.#unit.tags.ofDocument(stored.pk)) this.#unit.tags.detach(stored.pk, row);
      this.#unit.documents.purge(stored);
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
  };

  #home(number: number): number {
    return this.#unit.notebooks.get(HOMES[number % 3] as string)?.pk as number;
  }

  #touchTags(note: ModelNote, stored: DocumentRecord, at: number): void {
    this.#unit.documents.touchTags(stored, at);
    note.updatedAt = at;
  }

  #create({ title, at, which }: Step): void {
    const id = `doc_${++this.#made}`;
    const body = `body of ${id}`;
    const times = { createdAt: at, updatedAt: at };
    this.#unit.documents.insert({ ...revision(title, body, at), ...times, id, notebookPk: this.#home(which) });
    const fresh = { tags: new Set<string>(), trashed: false, updatedAt: at, made: this.#made };
    this.notes.push({ id, notebook: which % 3, texts: [{ title, body }], ...fresh });
  }

  /** Notes, last changed first, those made later first among equals. */
  listed(wanted: (note: ModelNote) => boolean): string[] {
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
  const paged = <Row extends { id: string; updatedAt: number; pk: number }>(page: (after?: Row) => Row[]) => {
    const all: string[] = [];
    for (let rows = page(); rows.length > 0; rows = page(rows.at(-1))) all.push(...rows.map(({ id }) => id));
    return all;
  };
  expect(paged((after) => documents.listTrash(2, after))).toEqual(model.listed(({ trashed }) => trashed));
  for (const [home, id] of HOMES.entries()) {
    const pk = notebooks.get(id)?.pk as number;
    const inside = model.listed(({ notebook, trashed }) => notebook === home && !trashed);
    expect(paged((after) => documents.listInNotebook(pk, 2, after))).toEqual(inside);
    expect(notebooks.noteCount(pk)).toBe(inside.length);
    expect(notebooks.trashedCount(pk)).toBe(model.listed((x) => x.notebook === home && x.trashed).length);
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
  for (const title of TITLES) {
    const same = active.filter((note) => nameKey(note.texts.at(-1)?.title as string) === nameKey(title));
    expect(documents.findByTitleKey(nameKey(title), 100)).toEqual(same.map(({ id }) => id));
  }
}

it('any sequence of changes leaves what a plain model of a library has', { timeout: 60_000 }, async () => {
  const store = openIn(temporaryDirectory(), { initialise: () => {} });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) =>
      store.write((unit) =>
        unit.rehearse(() => {
          const model = new Model(unit);
          for (const each of steps) model.apply(each);
          expectSame(unit, model);
        }),
      ),
    ),
    { seed: 20_261_121, numRuns: 150 },
  );
});

it('the text of a purged note is gone from the files, in every revision and place', async () => {
  const store = openIn(temporaryDirectory());
  const texts = ['a secret: {told once}', 'another secret: {told at length} '.repeat(500)];
  await store.write((unit) => {
    for (let n = 0; n < 50; n++) addNote(unit, { id: `doc_${n}`, body: `other text ${n}`, title: `T${n}` });
    addNote(unit, { id: 'doc_secret', title: 'a title: {secret}', body: texts[0] as string });
  });
  const note = () => store.read(({ documents }) => documents.get('doc_secret')) as DocumentRecord;
  await store.write((unit) => unit.documents.revise(note(), revision('another title: {secret}', texts[1] as string)));
  await store.write((unit) => unit.documents.trash(note(), 2));
  await store.write((unit) => unit.documents.purge(note()));
  store.close();
  const bytes = readFileSync(store.paths.database);
  expect(bytes.includes('other text 7')).toBe(true);
  for (const piece of ['secret: {told', '{told at length}', 'title: {secret}'])
    expect([piece, bytes.includes(piece)]).toEqual([piece, false]);
});

it('every revision keeps the digest of its text, byte for byte', async () => {
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
  const database = new Database(store.paths.database, { readonly: true });
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
