// @ts-check
// Does only the unavoidable work of a restore, without the code of the service: reads an archive and verifies its digests,
// inserts its rows, parses each text once for its links, indexes the words and copies the attachments. Checks nothing else.
// Usage: node limit.mjs <archive> <folder>
import { hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { importFrom, root } from '../packages.mjs';

/** @typedef {{ kind: string, entity?: string, sha256: string, size_bytes: number, location: any }} Entry */

const { openSqlite } = await importFrom('apps/cli', '@notes/native/sqlite');
const { parseMarkdown } = await importFrom('packages/markdown-blocks', './dist/index.js');
const HEADER_BYTES = 48;
const DEFLATE = 1;
/** Lets FTS5 hold 32 MB of words in memory and write each of them once. */
const OPTIONS = "('hashsize', 33554432), ('automerge', 0), ('crisismerge', 2000)";
const PRAGMAS = ['journal_mode = OFF', 'synchronous = OFF', 'locking_mode = EXCLUSIVE', 'cache_size = -65536'];

const [directory = '', folder = ''] = process.argv.slice(2);

/** @param {string | Uint8Array} bytes @param {string} sha256 */
function check(bytes, sha256) {
  if (hash('sha256', bytes) !== sha256) throw new Error('The archive is damaged');
}

/** @returns {Entry[]} */
function readIndex() {
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
  return manifest.index.flatMap((/** @type {Entry} */ { location, sha256 }) => {
    const text = readFileSync(join(directory, location.path), 'utf8');
    check(text, sha256);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  });
}

let pack = { path: '', bytes: Buffer.alloc(0) };
/** Returns the verified bytes of an object; the last file stays in memory. */
function readObject(/** @type {Entry} */ { location, sha256, size_bytes }) {
  if (pack.path !== location.path) {
    pack = { path: location.path, bytes: readFileSync(join(directory, location.path)) };
    if (location.pack_sha256) check(pack.bytes, location.pack_sha256);
  }
  const bytes = pack.bytes.subarray(location.offset ?? 0, (location.offset ?? 0) + size_bytes);
  check(bytes, sha256);
  return bytes;
}

/** Yields the records of an object. @returns {Generator<any>} */
function* readRecords(/** @type {Buffer} */ object) {
  for (let at = 0; at < object.length; ) {
    const isCompressed = object[at + 5] === DEFLATE;
    const from = at + HEADER_BYTES + (isCompressed ? 4 : 0);
    const end = from + object.readUInt32BE(at + (isCompressed ? HEADER_BYTES : 12));
    const payload = isCompressed ? inflateRawSync(object.subarray(from, end)) : object.subarray(from, end);
    check(payload, object.toString('hex', at + 16, at + HEADER_BYTES));
    for (const line of payload.toString('utf8').trimEnd().split('\n')) yield JSON.parse(line);
    at = end;
  }
}

mkdirSync(folder);
const database = openSqlite(join(folder, 'notes.db'));
for (const pragma of PRAGMAS) database.pragma(pragma);
const migrations = join(root, 'packages', 'storage', 'migrations');
for (const name of readdirSync(migrations).sort()) database.exec(readFileSync(join(migrations, name), 'utf8'));
const INDEXES = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL";
const indexes = /** @type {{ name: string, sql: string }[]} */ (database.prepare(INDEXES).all());
for (const { name } of indexes) database.prepare(`DROP INDEX ${name}`).run();
database.exec(`INSERT INTO search_fts (search_fts, rank) VALUES ${OPTIONS}`);

/** Prepares the insertion of rows with values for some columns. */
const insert = (/** @type {string} */ table, /** @type {string} */ columns) =>
  database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`);
const LINK_COLUMNS = 'source_pk, n, kind, line, column_no, start_byte, end_byte, target, state, target_key, target_pk';
const NOTE_COLUMNS =
  'pk, id, notebook_pk, revision_pk, title, title_key, excerpt, size_bytes, created_at, updated_at, deleted_at';
const rows = {
  notebooks: insert('notebooks', 'pk, id, parent_pk, name, name_key, created_at, updated_at'),
  tags: insert('tags', 'pk, id, name, name_key, created_at'),
  documents: insert('documents', NOTE_COLUMNS),
  revisions: insert('revisions', 'pk, id, document_pk, created_at, origin, title, size_bytes, body_sha256, body'),
  document_tags: insert('document_tags', 'document_pk, tag_pk'),
  provenance: insert('provenance', 'document_pk, source_kind, source_id, content_sha256, imported_at'),
  links: insert('links', LINK_COLUMNS),
  words: insert('search_fts', 'rowid, title, body'),
};
/** Keys of inserted rows, by id. @type {Map<string | null, number>} */
const keys = new Map();
/** Keys of notes, by title. @type {Map<string, number>} */
const titled = new Map();
/** Texts of the latest revisions, by note. @type {Map<number, number>} */
const latest = new Map();
const fold = (/** @type {string} */ text) => text.normalize('NFC').toLowerCase();
const time = (/** @type {string | null} */ at) => (at === null ? null : Date.parse(at));
const key = (/** @type {string | null} */ id) => keys.get(id) ?? null;
const addKey = (/** @type {string} */ id) => keys.set(id, keys.size + 1).size;

/** @type {Record<string, (record: any) => void>} */
const inserters = {
  notebooks: ({ id, parent_id, name, created_at, updated_at }) =>
    rows.notebooks.run(addKey(id), id, key(parent_id), name, fold(name), time(created_at), time(updated_at)),
  tags: ({ id, name, created_at }) => rows.tags.run(addKey(id), id, name, fold(name), time(created_at)),
  documents: ({ id, notebook_id, title, created_at, updated_at, deleted_at }) => {
    titled.set(fold(title), addKey(id));
    const times = [created_at, updated_at, deleted_at].map(time);
    rows.documents.run(key(id), id, key(notebook_id), 0, title, fold(title), '', 0, ...times);
  },
  revisions: ({ id, document_id, created_at, origin, title, body, body_bytes, body_sha256 }) => {
    const digest = Buffer.from(body_sha256, 'hex');
    const [pk, note] = [addKey(id), key(document_id)];
    rows.revisions.run(pk, id, note, time(created_at), origin, title, body_bytes, digest, body ?? '');
    latest.set(/** @type {number} */ (note), pk);
  },
  document_tags: ({ document_id, tag_id }) => rows.document_tags.run(key(document_id), key(tag_id)),
  provenance: ({ document_id, source_kind, source_id, content_sha256, imported_at }) =>
    rows.provenance.run(key(document_id), source_kind, source_id, content_sha256, time(imported_at)),
};

database.exec('BEGIN');
for (const entry of readIndex()) {
  const object = readObject(entry);
  const inserter = inserters[entry.entity ?? ''];
  if (entry.kind === 'blob') writeFileSync(join(folder, entry.sha256), object);
  else if (inserter !== undefined) for (const record of readRecords(object)) inserter(record);
}
const selectText = database.prepare('SELECT title, body FROM revisions WHERE pk = ?');
for (const [note, revision] of latest)
  parseMarkdown(selectText.get(revision).body).links.forEach((/** @type {any} */ link, /** @type {number} */ n) => {
    const { target, line, column, startByte, endByte } = link;
    const name = fold(target);
    rows.links.run(note, n, 0, line, column, startByte, endByte, target, 0, name, titled.get(name) ?? null);
  });
for (const [note, revision] of latest) {
  const { title, body } = selectText.get(revision);
  rows.words.run(note, fold(title), fold(body));
}
for (const { sql } of indexes) database.prepare(sql).run();
database.exec('COMMIT');
database.close();
for (const name of readdirSync(folder)) {
  const file = openSync(join(folder, name), 'r+');
  fsyncSync(file);
  closeSync(file);
}
