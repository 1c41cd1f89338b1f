import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyLibrary, dataPaths, LibraryImage, makeDataDirectory, makeIndependent } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { addNote, openIn, temporaryDirectory } from './support.js';

const REPLICA = 'rep_01j00000000000000000000001';

/** Creates a library with a sync group, a note and a job, and copies it to a data directory of its own. */
async function createCopy() {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir);
  await store.write((unit) => {
    unit.sync.becomeReplica(REPLICA);
    unit.jobs.insert({ id: 'job_1', kind: 'import', parameters: { path: '/etc' } }, 1);
    unit.meta.set('sync_begun', 'of the group');
  });
  await store.write((unit) => addNote(unit, { id: 'doc_1', title: 'One', body: 'text' }));
  const paths = dataPaths(join(temporaryDirectory(), 'copy'));
  makeDataDirectory(paths);
  copyLibrary(store.paths, paths.database);
  return { store, paths };
}

const inspectImage = <T>(path: string, work: (image: LibraryImage) => T): T => {
  const image = LibraryImage.open(path);
  try {
    return work(image);
  } finally {
    image.close();
  }
};

describe('a copy of a library', () => {
  it('has the contents of the library and no faults [SYNC-BACKUP-IMAGE]', async () => {
    const { paths } = await createCopy();
    inspectImage(paths.database, (image) => {
      expect([image.hasOurSchema(), image.faults(), image.damagedNotes()]).toEqual([true, [], []]);
      expect(image.vector()).toEqual({ [REPLICA]: expect.any(Number) });
      expect(image.counts()).toMatchObject({ notes: 1, revisions: 1, attachments: 0 });
    });
  });

  it.each([
    'CREATE TRIGGER t AFTER INSERT ON jobs BEGIN DELETE FROM documents; END',
    'CREATE VIEW v AS SELECT load_extension(1)',
    'CREATE TABLE t (a)',
    'DROP INDEX resources_sha256',
  ])('does not have the released schema after %s [SYNC-BACKUP-IMAGE]', async (statement) => {
    const { paths } = await createCopy();
    const database = openSqlite(paths.database);
    database.exec(statement);
    database.close();
    expect(inspectImage(paths.database, (image) => image.hasOurSchema())).toBe(false);
  });

  it('made independent keeps its notes, and nothing of its sync group, of jobs or of a sidecar [SYNC-BACKUP-RESTORE] [SIDECAR-LOCAL]', async () => {
    const { paths } = await createCopy();
    makeIndependent(paths);
    const database = openSqlite(paths.database, { readonly: true });
    const countRows = (table: string) => database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get();
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
    const emptied = tables.filter((name) => /^(?:sync_.*|jobs|batch_requests|search_(?:feed|jobs))$/.test(name));
    expect(emptied.length).toBeGreaterThan(15);
    expect(emptied.filter((name) => countRows(name) !== 0)).toEqual([]);
    expect(countRows('documents')).toBe(1);
    expect(database.prepare('SELECT synced FROM documents').pluck().all()).toEqual([null]);
    expect(database.prepare("SELECT key FROM meta WHERE key LIKE 'sync%'").pluck().all()).toEqual([]);
    database.close();
  });
});
