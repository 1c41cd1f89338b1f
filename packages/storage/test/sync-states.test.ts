import { join } from 'node:path';
import { createStoredOperations } from '@notes/sync-protocol/run';
import { describe, expect, it } from 'vitest';
import { type Connection, openSqlite } from '../src/library/driver.js';
import { migrations } from '../src/library/migrations.js';
import { addNote, openIn, revision, temporaryDirectory } from './support.js';

const BEFORE = { migrations: migrations.filter(({ version }) => version <= 20) };
const OWN = 'rep_own';

const NOTES = `INSERT INTO documents (id, notebook_pk, revision_pk, title, title_key, excerpt, size_bytes, created_at, updated_at)
  VALUES (?, 1, ?, '', '', '', 0, 1, 1)`;
const REVISIONS = `INSERT INTO revisions (pk, id, document_pk, created_at, origin, title, size_bytes, body_sha256, body)
  VALUES (?, ?, ?, 1, 'rest', '', 0, x'00', '')`;

/**
 * Creates a library of schema 20 in sync, with four notes (`doc_1` with revision `rev_1` and so on) and the rows that
 * `fill` writes.
 */
function libraryBefore(fill: (database: Connection) => void): string {
  const dataDir = temporaryDirectory();
  openIn(dataDir, {}, BEFORE).close();
  const database = openSqlite(join(dataDir, 'notes.db'));
  for (const n of [1, 2, 3, 4]) {
    database.prepare(NOTES).run(`doc_${n}`, n);
    database.prepare(REVISIONS).run(n, `rev_${n}`, n);
  }
  database.exec(`INSERT INTO sync_replicas (pk, id) VALUES (1, '${OWN}'), (2, 'rep_other')`);
  fill(database);
  database.close();
  return dataDir;
}

function createWriter(database: Connection) {
  const insert = database.prepare('INSERT INTO sync_ops VALUES (?, ?, ?, 1, ?, ?)');
  return (replica: number, seq: number, lamport: number, doc: string, rev: string) =>
    insert.run(replica, seq, lamport, doc, JSON.stringify({ op: 'doc.write', doc, rev, parents: [], title: '' }));
}

const query = <Row>(dataDir: string, text: string): Row[] => {
  const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  const rows = database.prepare(text).all() as Row[];
  database.close();
  return rows;
};
const statesIn = (dataDir: string) =>
  Object.fromEntries(
    query<{ id: string; synced: string | null }>(dataDir, 'SELECT id, synced FROM documents').map(({ id, synced }) => [
      id,
      synced === null ? null : JSON.parse(synced),
    ]),
  );

describe('the log state of notes', () => {
  it('is migrated from the table of states, with revisions from the log', () => {
    const dataDir = libraryBefore((database) => {
      const write = createWriter(database);
      write(1, 1, 1, 'doc_1', 'rev_former');
      write(1, 2, 2, 'doc_1', 'rev_1');
      write(2, 1, 9, 'doc_1', 'rev_of_another');
      write(2, 2, 10, 'doc_2', 'rev_2');
      const state = database.prepare('INSERT INTO sync_states (id, state) VALUES (?, ?)');
      state.run('doc_1', '{"notebook":"nb_notes"}');
      state.run('doc_2', '{"notebook":"nb_notes","given":["tag_1"]}');
      state.run('doc_3', '{"notebook":"nb_other","revisionPk":2,"heads":["rev_x","rev_y"],"losers":["rev_z"]}');
      state.run('tag_1', '{"name":"x","key":"x","as":null}');
    });
    openIn(dataDir).close();
    expect(statesIn(dataDir)).toEqual({
      doc_1: { notebook: 'nb_notes', revisionPk: 1, heads: ['rev_1'] },
      doc_2: { notebook: 'nb_notes', given: ['tag_1'], revisionPk: 2, heads: ['rev_2'] },
      doc_3: { notebook: 'nb_other', revisionPk: 2, heads: ['rev_x', 'rev_y'], losers: ['rev_z'] },
      doc_4: null,
    });
    expect(query(dataDir, 'SELECT id FROM sync_states')).toEqual([{ id: 'tag_1' }]);
    expect(query(dataDir, 'SELECT indexed FROM sync_replicas ORDER BY pk')).toEqual([{ indexed: 2 }, { indexed: 0 }]);
  });

  it('is kept after a purge only until the purge is in the log', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    await store.write((unit) => unit.sync.becomeReplica(OWN));
    await store.write((unit) => addNote(unit, { id: 'doc_a', title: 'A' }));
    const [{ synced } = { synced: '' }] = query<{ synced: string }>(dataDir, 'SELECT synced FROM documents');
    const [head] = JSON.parse(synced).heads;
    await store.write(({ documents }) => {
      const document = documents.get('doc_a');
      if (document !== undefined) documents.purge(document, 2);
    });
    const operations = store.read(({ sync }) => sync.operations(OWN, 0, 10).map(({ operation }) => operation));
    expect(operations.at(-1)).toMatchObject({ op: 'doc.purge', doc: 'doc_a', seen: [head] });
    expect(operations[1]).toMatchObject({ op: 'doc.write', title: '' });
    expect(query(dataDir, 'SELECT id FROM sync_states')).toEqual([]);
  });
});

describe('the order of the log', () => {
  const numbers = (store: ReturnType<typeof openIn>, replica: string, after = 0) =>
    store.read(({ sync }) => sync.operations(replica, after, 10).map(({ operation }) => [operation.s, operation.l]));

  it('is migrated with the numbers of each replica, own operations last', () => {
    const dataDir = libraryBefore((database) => {
      const write = createWriter(database);
      for (const seq of [1, 2, 3]) write(1, seq, seq + 4, 'doc_1', `rev_own_${seq}`);
      for (const seq of [2, 7]) write(2, seq, seq, 'doc_2', `rev_other_${seq}`);
    });
    const store = openIn(dataDir);
    expect(numbers(store, OWN)).toEqual([5, 6, 7].map((lamport, n) => [n + 1, lamport]));
    expect(numbers(store, OWN, 1)).toHaveLength(2);
    expect(numbers(store, 'rep_other')).toEqual([
      [2, 2],
      [7, 7],
    ]);
    expect(numbers(store, 'rep_other', 2)).toEqual([[7, 7]]);
    expect(numbers(store, 'rep_unknown')).toEqual([]);
    const inOrder = query<{ replica_pk: number }>(dataDir, 'SELECT replica_pk FROM sync_ops ORDER BY pk');
    expect(inOrder.map(({ replica_pk }) => replica_pk)).toEqual([2, 2, 1, 1, 1]);
  });

  it('rejects a checkpoint with an operation number above the limit', async () => {
    const store = openIn(temporaryDirectory());
    await store.write((unit) => unit.sync.becomeReplica(OWN));
    const seq = 2 ** 40;
    const operation = { op: 'tag.create', tag: 'tag_a', name: 'a', created: 0, s: seq, l: 1, w: 0 } as const;
    const author = { index: 1, digest: 'f'.repeat(64), seq, lamport: 1, context: {} };
    const beginning = {
      name: 'a',
      versions: { rep_other: seq },
      authors: new Map([['rep_other', author]]),
      operations: createStoredOperations([{ replica: 'rep_other', operation }]),
    };
    expect(await store.write((unit) => unit.sync.applyCheckpoint(beginning, 10))).toBe('refused');
    expect(store.read(({ sync }) => sync.vector())).toEqual({});
  });
});

describe('the index of the log', () => {
  it('lacks at most 1,000 of the last own operations, which are found nevertheless', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    await store.write((unit) => unit.sync.becomeReplica(OWN));
    const countUnindexed = () =>
      query<{ n: number }>(dataDir, 'SELECT count(*) AS n FROM sync_ops WHERE indexed = 0')[0]?.n as number;
    const found: number[] = [];
    for (let round = 0; round < 30; round++) {
      await store.write((unit) => {
        for (let n = 0; n < 30; n++) addNote(unit, { id: `doc_${round}_${n}`, title: 'T' });
      });
      found.push(countUnindexed());
      const last = `doc_${round}_29`;
      expect(store.read(({ sync }) => sync.log.listByEntity(last).map(({ operation }) => operation.op))).toEqual([
        'doc.create',
        'doc.write',
      ]);
    }
    expect(found.slice(0, 3)).toEqual([60, 120, 180]);
    expect(Math.max(...found)).toBeLessThanOrEqual(1_000);
    expect(Math.min(...found.slice(5))).toBeLessThan(60);
    expect(store.read(({ sync }) => sync.log.listByPrefix('doc').length)).toBe(30 * 60);
    await store.write(({ documents }) => {
      const document = documents.get('doc_29_0');
      if (document !== undefined) documents.revise(document, revision('U', 'text'));
    });
    expect(store.read(({ sync }) => sync.log.listByEntity('doc_29_0')).map(({ operation }) => operation.op)).toEqual([
      'doc.create',
      'doc.write',
      'doc.write',
    ]);
  });

  it('is used by every lookup of operations, without a scan of the log', () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
    const prepared: string[] = [];
    const prototype = Object.getPrototypeOf(database) as Connection;
    const prepare = prototype.prepare;
    prototype.prepare = function (this: Connection, text: string) {
      prepared.push(text);
      return prepare.call(this, text);
    } as typeof prepare;
    try {
      store.read(({ sync }) => {
        sync.log.listByEntity('doc_a');
        sync.log.listByPrefix('nb');
        sync.intents.canRefetch('res_a');
        sync.intents.findCreators('aa');
        sync.contents.listUnpublished('carrier', 'resource');
        sync.conflicts.readText('doc_a', 'rev_a');
      });
    } finally {
      prototype.prepare = prepare;
    }
    const steps = prepared
      .filter((text) => text.includes('sync_ops'))
      .flatMap((text) => database.prepare(`EXPLAIN QUERY PLAN ${text.replaceAll(/[?]|@\w+/g, "'x'")}`).all()) as {
      detail: string;
    }[];
    database.close();
    const ofLog = steps.map(({ detail }) => detail).filter((detail) => /\b(sync_ops|o)\b/.test(detail));
    expect(ofLog.some((detail) => detail.includes('sync_ops_entity'))).toBe(true);
    expect(ofLog.filter((detail) => /^SCAN sync_ops/.test(detail))).toEqual([]);
  });
});
