import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQuery } from '@notes/query-language';
import { NO_DERIVED, openStore } from '@notes/storage';

const dataDir = mkdtempSync(join(tmpdir(), 'notes-example-'));
const store = openStore({
  dataDir,
  create: true,
  exclusive: true,
  holder: 'the example',
  initialise: (unit) => {
    unit.notebooks.insert({ id: 'nb_notes', name: 'Notes', parentPk: null, iconEmoji: null, at: Date.now() });
  },
});

const write = (id, title, body) =>
  store.write((unit) => {
    const at = Date.now();
    const made = { sizeBytes: Buffer.byteLength(body), excerpt: body.slice(0, 200), derived: NO_DERIVED };
    const revision = { title, body, ...made, revisionId: `rev_${id}`, origin: 'system', at };
    const notebookPk = unit.notebooks.get('nb_notes').pk;
    unit.documents.insert({ ...revision, id, notebookPk, createdAt: at, updatedAt: at });
    unit.afterCommit(() => console.log(`${id} is on disk`));
  });

// Writes requested at once share one commit.
await Promise.all([
  write('doc_1', 'Crème brûlée', 'Caramel on top.'),
  write('doc_2', 'Plum jam', 'No cream in it.'),
  write('doc_3', '東京', '東京都港区のレストラン'),
]);

const titles = (text) => {
  const { query } = parseQuery(text);
  return store.read(({ search, documents }) => {
    const page = search.find({ query, sort: 'relevance', limit: 20, now: Date.now() });
    return documents.getPage(page.map(({ pk }) => pk)).map(({ title }) => title);
  });
};
console.log(titles('creme')); // [ 'Crème brûlée' ]
console.log(titles('港区 -jam')); // [ '東京' ]

// A dry run executes the real code and undoes it.
const left = await store.write((unit) =>
  unit.rehearse(() => {
    unit.documents.purge(unit.documents.get('doc_2'), Date.now());
    return unit.documents.counts().active;
  }),
);
const stored = store.read(({ documents }) => documents.counts().active);
console.log(left, stored); // 2 3

store.close();
rmSync(dataDir, { recursive: true });
