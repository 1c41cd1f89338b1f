import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../src/index.js';
import { type Connection, openSqlite } from '../src/library/driver.js';
import { migrations } from '../src/library/migrations.js';
import { openIn, storedBytes, temporaryDirectory } from './support.js';

const SOURCE = { kind: 'markdown', id: 'Vault:picture.png' };
const OWN = 'rep_own';

function withDatabase<T>(dataDir: string, work: (database: Connection) => T): T {
  const database = openSqlite(join(dataDir, 'notes.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Attachments and their sources, with the time of the import, ordered by attachment. */
const readSources = (dataDir: string) =>
  withDatabase(dataDir, (database) =>
    database
      .prepare(
        `SELECT r.id, p.source_id, p.imported_at FROM resource_provenance p JOIN resources r ON r.pk = p.resource_pk
          ORDER BY r.id, p.source_id`,
      )
      .raw()
      .all(),
  );

/** Adds attachments in this order, each imported from the source at the given time. */
async function importAll(store: Store, times: Readonly<Record<string, number>>): Promise<void> {
  for (const [id, at] of Object.entries(times)) {
    const bytes = await storedBytes(store);
    await store.write(({ resources }) => {
      const { resource } = resources.adopt(bytes, { id, filename: 'picture.png', mimeType: 'image/png', at });
      resources.recordImport(resource, SOURCE, at);
    });
  }
}

const findPicture = (store: Store) => store.read(({ resources }) => resources.findBySource(SOURCE)?.id);

describe('the source of several attachments', () => {
  it('finds the newest of them, and the one before when the newest was deleted', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    await importAll(store, { res_b: 1, res_a: 2 });
    expect(findPicture(store)).toBe('res_a');
    await store.write(({ resources }) => {
      const newest = resources.findBySource(SOURCE);
      if (newest !== undefined) resources.remove(newest);
    });
    expect(findPicture(store)).toBe('res_b');
    expect(readSources(dataDir)).toEqual([['res_b', SOURCE.id, 1]]);
  });

  it('finds the one that was imported last also after the clock was set back', async () => {
    const store = openIn(temporaryDirectory());
    await importAll(store, { res_c: 50, res_b: 20, res_a: 20 });
    expect(findPicture(store)).toBe('res_a');
  });

  it('finds the one with the greatest id among those of the same time, in whichever order they were stored', async () => {
    for (const ids of [
      ['res_a', 'res_b'],
      ['res_b', 'res_a'],
    ]) {
      const store = openIn(temporaryDirectory());
      const bytes = await storedBytes(store);
      await store.write(({ resources }) => {
        for (const id of ids) {
          const { resource } = resources.adopt(bytes, { id, filename: 'p', mimeType: 'image/png', at: 1 });
          resources.recordSource(resource, SOURCE, 1);
        }
      });
      expect(findPicture(store)).toBe('res_b');
    }
  });
});

/** Creates a library of schema 25 in sync, with attachments and with the rows that `fill` writes. */
function libraryBefore(fill: (database: Connection) => void): string {
  const dataDir = temporaryDirectory();
  openIn(dataDir, {}, { migrations: migrations.filter(({ version }) => version <= 25) }).close();
  withDatabase(dataDir, (database) => {
    const insert = database.prepare(
      `INSERT INTO resources (pk, id, sha256, size_bytes, filename, filename_key, mime_type, created_at)
        VALUES (?, ?, x'00', 0, '', '', 'image/png', 1)`,
    );
    for (const [at, id] of ['res_a', 'res_b', 'res_c'].entries()) insert.run(at + 1, id);
    database.exec(`INSERT INTO sync_replicas (pk, id) VALUES (1, '${OWN}'), (2, 'rep_other')`);
    fill(database);
  });
  return dataDir;
}

/** Returns a function that writes an operation on the source of an attachment to the log. */
function createWriter(database: Connection) {
  const insert = database.prepare(
    'INSERT INTO sync_ops (pk, lamport, at, entity, operation, indexed) VALUES (?, ?, 1, ?, ?, ?)',
  );
  return (
    replica: number,
    [seq, lamport]: readonly [number, number],
    target: string,
    imported: number,
    id = SOURCE.id,
  ) => {
    const source = { source_kind: SOURCE.kind, source_id: id, content_sha256: null, imported };
    const operation = JSON.stringify({ op: 'src.provenance', target, ...source });
    insert.run(seq - replica * 2 ** 40, lamport, target, operation, replica === 1 ? 0 : 1);
  };
}

describe('the sources of attachments in a library of schema 25', () => {
  it('are kept without a log', () => {
    const dataDir = libraryBefore((database) => {
      database.exec("INSERT INTO resource_provenance VALUES ('markdown', 'a', 1, 5), ('markdown', 'b', 1, 6)");
      database.exec('DELETE FROM sync_replicas');
    });
    openIn(dataDir).close();
    expect(readSources(dataDir)).toEqual([
      ['res_a', 'a', 5],
      ['res_a', 'b', 6],
    ]);
  });

  it('are restored from the log for the attachments that exist, as the last operation states', () => {
    const dataDir = libraryBefore((database) => {
      const write = createWriter(database);
      write(1, [1, 1], 'res_a', 10);
      write(2, [1, 2], 'res_b', 21);
      // The last operation in the order of replicas, but not the one that was written last.
      write(2, [2, 9], 'res_a', 12);
      write(1, [2, 8], 'res_a', 11);
      write(1, [3, 10], 'res_c', 30);
      write(1, [4, 11], 'res_gone', 40);
      write(1, [5, 12], 'res_c', 50, 'another');
      write(1, [6, 13], 'doc_1', 60);
      database.prepare('INSERT INTO resource_provenance VALUES (?, ?, 3, 30)').run(SOURCE.kind, SOURCE.id);
      database.exec("INSERT INTO meta VALUES ('sync_digest', '{}')");
    });
    const store = openIn(dataDir);
    expect(readSources(dataDir)).toEqual([
      ['res_a', SOURCE.id, 12],
      ['res_b', SOURCE.id, 21],
      ['res_c', SOURCE.id, 30],
      ['res_c', 'another', 50],
    ]);
    expect(findPicture(store)).toBe('res_c');
    expect(store.read(({ meta }) => meta.get('sync_digest'))).toBeUndefined();
  });
});
