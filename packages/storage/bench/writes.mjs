// @ts-check
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { openSqlite } from '../dist/library/driver.js';
import { measureMs, quantile } from './figures.mjs';
import { notes } from './generate.mjs';
import { addNote, makeRevision, openLibrary } from './library.mjs';

/** @typedef {import('./generate.mjs').Note} Note */

const WRITES = 400;
const SLICE = 1_000;

/**
 * Measures one durable write, in milliseconds: by the store, by the store in sync, and as bare statements, in
 * alternation.
 *
 * @param {string} dataDir library to be copied
 * @param {readonly string[]} lines
 */
export async function measureWrites(dataDir, lines) {
  const floorPath = `${dataDir}/floor.db`;
  copyFileSync(`${dataDir}/notes.db`, floorPath);
  mkdirSync(`${dataDir}/synced`);
  copyFileSync(`${dataDir}/notes.db`, `${dataDir}/synced/notes.db`);
  const store = openLibrary(dataDir);
  const synced = await openSynced(`${dataDir}/synced`);
  const floor = openFloor(floorPath);
  const times = { create: newTimes(), update: newTimes() };
  for (const note of notes({ count: WRITES, seed: 99, lines })) {
    const changed = { ...note, body: `${note.body}\nA line more.\n` };
    times.create.floor.push(measureMs(() => floor.create(note)));
    times.update.floor.push(measureMs(() => floor.update(changed)));
    for (const [kind, one] of /** @type {const} */ ([
      ['store', store],
      ['synced', synced],
    ])) {
      let id = '';
      const create = () => one.write((unit) => (id = addNote(unit, note)));
      times.create[kind].push(await measureWriteMs(create));
      times.update[kind].push(await measureWriteMs(() => revise(one, id, changed)));
    }
  }
  floor.close();
  synced.close();
  store.close();
  return Object.entries(times).map(([kind, { store: ours, synced: inSync, floor: bare }]) => ({
    kind,
    p50: quantile(ours, 0.5),
    p95: quantile(ours, 0.95),
    synced: quantile(inSync, 0.5),
    floor: quantile(bare, 0.5),
  }));
}

/** @returns {Record<'store' | 'synced' | 'floor', number[]>} */
const newTimes = () => ({ store: [], synced: [], floor: [] });

/** Opens a library with every note in the operation log. */
async function openSynced(/** @type {string} */ dataDir) {
  const store = openLibrary(dataDir);
  await store.write((unit) => unit.sync.becomeReplica('rep_bench'));
  let place = await store.write((unit) => unit.sync.captureExisting(SLICE));
  while (place !== null) {
    const from = place;
    place = await store.write((unit) => unit.sync.captureExisting(SLICE, from));
  }
  return store;
}

const revise = (
  /** @type {import('@notes/storage').Store} */ store,
  /** @type {string} */ id,
  /** @type {Note} */ changed,
) =>
  store.write((unit) => {
    const current = unit.documents.getWithBody(id);
    if (current !== undefined) unit.documents.revise(current, makeRevision(changed, 1));
  });

async function measureWriteMs(/** @type {() => Promise<unknown>} */ write) {
  const started = performance.now();
  await write();
  return performance.now() - started;
}

/**
 * Opens a database for the statements of a write alone: no savepoints, no folding of text, no lookups but those of
 * keys.
 */
function openFloor(/** @type {string} */ path) {
  const database = openSqlite(path);
  for (const pragma of [
    'journal_mode = wal',
    'synchronous = 2',
    'foreign_keys = 1',
    'temp_store = 2',
    'cache_size = -32768',
  ])
    database.pragma(pragma);
  const prepare = (/** @type {string} */ sql) => database.prepare(sql);
  const sql = {
    notebook: prepare('SELECT pk FROM notebooks WHERE id = ?').pluck(),
    next: prepare('SELECT max(pk) + 1 FROM revisions').pluck(),
    document: prepare(
      'INSERT INTO documents (id, notebook_pk, revision_pk, title, title_key, excerpt, size_bytes, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    revise: prepare(
      'UPDATE documents SET revision_pk = ?, title = ?, title_key = ?, excerpt = ?, size_bytes = ?, updated_at = ? WHERE pk = ?',
    ),
    revision: prepare('INSERT INTO revisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    index: prepare('INSERT OR REPLACE INTO search_fts (rowid, title, body) VALUES (?, ?, ?)'),
    tag: prepare('SELECT pk FROM tags WHERE name = ?').pluck(),
    attach: prepare('INSERT OR IGNORE INTO document_tags VALUES (?, ?)'),
    word: prepare('INSERT OR IGNORE INTO title_words VALUES (?, ?)'),
    target: prepare('SELECT pk FROM documents WHERE title_key = ? AND deleted_at IS NULL LIMIT 1').pluck(),
    link: prepare(
      'INSERT INTO links (source_pk, n, kind, line, column_no, start_byte, end_byte, target, state, target_key, target_pk) VALUES (?, ?, 0, ?, 1, ?, ?, ?, 1, ?, ?)',
    ),
    unlink: prepare('DELETE FROM links WHERE source_pk = ?'),
    journal: prepare('INSERT INTO change_journal (entity, entity_id, kind) VALUES (?, ?, ?)'),
  };
  let count = 0;
  /** @type {number | bigint} */
  let last = 0;
  const write = (/** @type {Note} */ { title, body, links, at }, /** @type {number} */ revision) => {
    const sha256 = createHash('sha256').update(body, 'utf8').digest();
    sql.revision.run(revision, `rev_floor_${++count}`, last, at, 'rest', title, Buffer.byteLength(body), sha256, body);
    sql.index.run(last, title, body);
    for (const [n, name] of links.entries())
      sql.link.run(last, n, n, body.length + n * 40, body.length + n * 40, name, name, sql.target.get(name));
  };
  const create = database.transaction((/** @type {Note} */ note) => {
    const { title, body, at, tags } = note;
    const [revision, id] = [sql.next.get(), `doc_floor_${++count}`];
    const place = sql.notebook.get(`nb_${note.notebook}`);
    const row = [id, place, revision, title, title, body.slice(0, 200), Buffer.byteLength(body), at, at];
    last = sql.document.run(...row).lastInsertRowid;
    write(note, /** @type {number} */ (revision));
    for (const word of title.split(' ')) sql.word.run(word, last);
    sql.journal.run('document', id, 'create');
    for (const name of tags) sql.attach.run(last, sql.tag.get(name));
  });
  const update = database.transaction((/** @type {Note} */ note) => {
    const { title, body, at } = note;
    const revision = sql.next.get();
    sql.unlink.run(last);
    write(note, /** @type {number} */ (revision));
    sql.revise.run(revision, title, title, body.slice(0, 200), Buffer.byteLength(body), at, last);
    sql.journal.run('document', `doc_floor_${count}`, 'update');
  });
  return { create: create.immediate, update: update.immediate, close: () => database.close() };
}

/**
 * Measures for how many milliseconds the write of one large note, and its replacement, block the thread.
 *
 * @param {string} dataDir
 * @param {readonly string[]} lines
 */
export async function measureLarge(dataDir, lines) {
  const store = openLibrary(dataDir);
  const rows = [];
  for (const megabytes of [1, 10, 16]) {
    const body = makeText(megabytes * 1e6, lines);
    const note = { title: `${megabytes} MB`, body, tags: [], links: [], notebook: 0, at: 1 };
    let id = '';
    const create = await measureWriteMs(async () => {
      id = await store.write((unit) => addNote(unit, note));
    });
    const update = await measureWriteMs(() =>
      store.write((unit) => {
        const current = unit.documents.get(id);
        if (current !== undefined) unit.documents.revise(current, makeRevision(note, 2));
      }),
    );
    rows.push({ kind: `a note of ${megabytes} MB`, create, update });
  }
  store.close();
  return rows;
}

function makeText(/** @type {number} */ bytes, /** @type {readonly string[]} */ lines) {
  let text = '';
  for (const { body } of notes({ count: bytes, seed: 3, lines })) {
    text += body;
    if (text.length >= bytes) break;
  }
  return Buffer.from(text).toString().slice(0, bytes);
}
