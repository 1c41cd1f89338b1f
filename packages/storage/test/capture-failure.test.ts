import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DocumentRecord, NotebookRow } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { addNote, addNotebook, NOTEBOOK, openIn, temporaryDirectory } from './support.js';

const OWN = `rep_${'0'.repeat(26)}`;

it('a write that fails while its changes are logged leaves nothing for the next write to log', async () => {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir);
  await store.write((unit) => unit.sync.becomeReplica(OWN));
  await store.write((unit) => addNote(unit, { id: 'doc_1', notebookPk: addNotebook(unit, 'nb_kept', 'Kept') }));
  const before = store.read(({ sync }) => sync.operations(OWN, 0, 100)).length;
  const database = openSqlite(join(dataDir, 'notes.db'));
  database.exec(`CREATE TRIGGER fault BEFORE INSERT ON sync_ops WHEN new.operation LIKE '%doc.home%'
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  const removed = store.write((unit) => {
    const home = unit.notebooks.get(NOTEBOOK) as NotebookRow;
    unit.documents.move(unit.documents.get('doc_1') as DocumentRecord, home.pk, 2);
    unit.notebooks.delete(unit.notebooks.get('nb_kept') as NotebookRow);
  });
  await expect(removed).rejects.toThrow('the disk is full');
  database.exec('DROP TRIGGER fault');
  database.close();
  await store.write((unit) => addNotebook(unit, 'nb_other', 'Other'));
  expect(store.read(({ notebooks }) => notebooks.get('nb_kept'))).toBeDefined();
  const logged = store.read(({ sync }) => sync.operations(OWN, before, 100)).map(({ operation }) => operation);
  expect(logged).toMatchObject([{ op: 'nb.create', notebook: 'nb_other' }]);
});
