import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AMENDED } from '../src/documents/derived.js';
import { dataPaths, LibraryBuilder, makeDataDirectory, type NotebookRow, type UnitOfWork } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { derive } from './derive.js';
import { addNotebook, openIn, revision, temporaryDirectory } from './support.js';

/** Notebooks as name and number of the parent. */
const HOMES = [
  ['Home', null],
  ['Work', null],
  ['Home', 1],
  ['Größe', 0],
] as const;
const PIECES = [
  '[[One]] [[two]] and [[größe#x|shown]] [[One]]',
  '[[Work/One]] [[home/Two]] [[Work/Größe/one]] [[Work/Home/One]]',
  '[[one.md]] [[../Work/two.md]] [[./one.md]] [[../Gr%c3/two.md]] [[Größe/two.md]]',
  '<doc_1> <doc_2> [[doc_1]] [[/doc_1]] <#here> [[ ]] [[Work/]] <https://example.org> <nothing>',
  '<res_1> <res_2> and <res_2> <res_9>',
  '- [ ] open ^first due:2026-11-20\n- [x] done\n%code',
  '東京都港区 Größe words of a text',
];

const anyNote = fc.record({
  title: fc.constantFrom('One', 'ONE', ' One', 'Two', 'Größe', '', 'Work/One', 'two.md', 'doc_1', 'Work/Home/One'),
  home: fc.nat({ max: HOMES.length - 1 }),
  fileName: fc.constantFrom(null, null, 'one.md', 'Two.markdown', 'größe.md'),
  isTrashed: fc.boolean(),
  body: fc.subarray(PIECES).map((some) => some.join('\n')),
});
type AnyNote = typeof anyNote extends fc.Arbitrary<infer T> ? T : never;

/** Tables whose rows follow from the texts and names, and the entries of the full-text index. */
const COMPARED = [
  `SELECT id, revision_pk, excerpt, size_bytes, features & ~${AMENDED} AS features, open_tasks, done_tasks FROM documents
    ORDER BY pk`,
  'SELECT * FROM links ORDER BY 1, 2',
  'SELECT * FROM tasks ORDER BY 1, 2',
  'SELECT * FROM document_names ORDER BY 1, 2',
  'SELECT * FROM title_words ORDER BY 1, 2',
  'SELECT * FROM document_resources ORDER BY 1, 2, 3',
  'SELECT id, hex(sz) FROM search_fts_docsize ORDER BY 1',
  'SELECT * FROM temp.entries',
  "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'entries' ORDER BY 1, 2",
];

function readCompared(dataDir: string): unknown[] {
  const database = openSqlite(dataPaths(dataDir).database, {});
  try {
    database.exec("CREATE VIRTUAL TABLE temp.entries USING fts5vocab('main', 'search_fts', 'instance')");
    return COMPARED.map((statement) => database.prepare(statement).all());
  } finally {
    database.close();
  }
}

const RESOURCE = { filename: 'a', mimeType: 'a/b', sizeBytes: 1, sha256: '00'.repeat(32), at: 1 };
const IDS = ['res_1', 'res_2'];
const isoTime = { created_at: 1, updated_at: 1 };

/** Writes the notes one by one, by the writers of every other change. */
async function writeSingly(dataDir: string, notes: readonly AnyNote[]): Promise<void> {
  const store = openIn(dataDir, { initialise: () => {} });
  await store.write((unit) => {
    HOMES.forEach(([name, parent], n) => {
      addNotebook(unit, `nb_${n}`, name, parent === null ? null : getHome(unit, parent).pk);
    });
    for (const id of IDS) unit.resources.insertWithoutBytes({ ...RESOURCE, id });
    notes.forEach(({ title, home, fileName, body, isTrashed }, n) => {
      const made = { id: `doc_${n}`, notebookPk: getHome(unit, home).pk, fileName, createdAt: 1, updatedAt: 1 };
      unit.documents.insert({ ...revision(title, body), ...made });
      const stored = unit.documents.get(`doc_${n}`);
      if (isTrashed && stored !== undefined) unit.documents.trash(stored, 1);
    });
  });
  store.close();
}

const getHome = (unit: UnitOfWork, n: number) => unit.notebooks.get(`nb_${n}`) as NotebookRow;

function writeInBulk(dataDir: string, notes: readonly AnyNote[], batchSize: number): void {
  makeDataDirectory(dataPaths(dataDir));
  const builder = new LibraryBuilder(dataPaths(dataDir));
  builder.batch(() => {
    HOMES.forEach(([name, parent], n) => {
      const at = { parent_id: parent === null ? null : `nb_${parent}`, depth: parent === null ? 0 : 1 };
      const row = { id: `nb_${n}`, ...at, name, icon_emoji: null, builtin: 0, read_only: 0, ...isoTime };
      expect(builder.insert('notebooks', row)).toBe(null);
    });
    for (const id of IDS) builder.unit.resources.insertWithoutBytes({ ...RESOURCE, id });
    notes.forEach(({ title, home, fileName, isTrashed }, n) => {
      const row = { id: `doc_${n}`, notebook_id: `nb_${home}`, title, file_name: fileName };
      expect(builder.insert('documents', { ...row, deleted_at: isTrashed ? 1 : null, ...isoTime })).toBe(null);
      const note = builder.note(`doc_${n}`);
      if (note !== undefined) builder.addNames(note, fileName, []);
    });
    for (let from = 0; from < notes.length; from += batchSize)
      builder.loadNotes(
        notes.slice(from, from + batchSize).map(({ title, body }, at) => {
          const note = builder.note(`doc_${from + at}`);
          if (note === undefined) throw new Error('The note was not inserted');
          const texts = { title, body, body_sha256: '00'.repeat(32), body_bytes: Buffer.byteLength(body) };
          const row = { id: `rev_${from + at}`, created_at: 1, origin: 'rest', ...texts };
          const content = { title, body, sizeBytes: Buffer.byteLength(body), excerpt: body.slice(0, 20) };
          const revisionPk = builder.addRevision(note, row) as number;
          return { ...note, revisionPk, content: { ...content, derived: derive(body) } };
        }),
      );
  });
  builder.completeRows();
  builder.finish();
}

it('notes loaded in bulk have the same derived rows, index entries and schema as notes written singly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyNote, { minLength: 1, maxLength: 12 }), fc.nat({ max: 4 }), async (notes, more) => {
      const [single, bulk] = [temporaryDirectory(), temporaryDirectory()];
      await writeSingly(single, notes);
      writeInBulk(bulk, notes, 1 + more);
      expect(readCompared(bulk)).toEqual(readCompared(single));
    }),
    { numRuns: samples(25) },
  );
});
