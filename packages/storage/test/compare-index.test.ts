import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkLibrary } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { addNote, openIn, temporaryDirectory } from './support.js';

it('the comparison of the full-text index with the texts names wrong notes, at most a hundred', async () => {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir);
  await store.write((unit) => {
    for (let n = 1; n <= 120; n += 1) addNote(unit, { id: `doc_${n}`, title: `Concert ${n}`, body: 'the xylophone' });
  });
  store.close();
  const compare = () => checkLibrary(dataDir, (check) => check.findWronglyIndexed());
  expect(compare()).toEqual([]);
  const database = openSqlite(join(dataDir, 'notes.db'));
  const replace = database.prepare('INSERT OR REPLACE INTO search_fts (rowid, title, body) VALUES (?, ?, ?)');
  replace.run(7, 'concert 7', 'the xylophona');
  expect(compare()).toEqual(['doc_7']);
  for (let pk = 1; pk <= 120; pk += 1) replace.run(pk, 'concert', 'the xylophona');
  database.close();
  expect(compare()).toHaveLength(100);
});
