// @ts-check
// Unavoidable work of a first sync: node limit.mjs send <data folder> <carrier>, then limit.mjs take <carrier> <new data
// folder>. Uses the format, tables and libraries of the service, but keeps no artifacts, checks and merges no
// operations, verifies no result, and nobody else can write meanwhile. Prints the processor time in seconds.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importFrom, root } from '../packages.mjs';
import { openLibrary } from './library.mjs';

const { canonicalJson } = await importFrom('packages/sync-protocol', '@notes/archive-manifest/canonical-json');
const { encryptArtifact, openArtifact } = await importFrom('packages/storage', '@notes/sync-protocol');
const { sodiumCrypto: crypto, zlibCodec: codec } = await importFrom('packages/storage', '@notes/sync-protocol/node');
const { createLeaves, LeafTree } = await importFrom('packages/storage', '@notes/sync-protocol/run');
const { nameKey, tokenize } = await importFrom('packages/storage', '@notes/query-language');
const { openSqlite } = await importFrom('packages/storage', '@notes/native/sqlite');
const { toIndexableText } = await importFrom('packages/operations', '@notes/storage');
const { excerpt } = await importFrom('packages/operations', '@notes/markdown-blocks');
const { parseView } = await import(pathToFileURL(join(root, 'packages/operations/dist/notes/markdown/views.js')).href);

/** @typedef {{ doc: string, rev: string, title: string }} Write */
const PART_BYTES = 850_000;
const EPOCH = { id: '0'.repeat(32), key: Buffer.alloc(32, 2) };
const { publicKey, secretKey } = crypto.signKeyPair(Buffer.alloc(32, 1));
const SIGNER = { keyId: `key_${'0'.repeat(26)}`, secretKey };
const PLACE = { databaseId: 'db_limit', namespace: 'rep_limit', artifactClass: 'snapshots' };
const KEYS = { signerKey: () => publicKey, epochKey: () => EPOCH.key };

const hashToHex = (/** @type {Uint8Array} */ bytes) => Buffer.from(crypto.sha256(bytes)).toString('hex');
const leaves = createLeaves(crypto.sha256);
const view = new LeafTree(crypto.sha256);

function addToView(/** @type {Write} */ { doc: id, rev, title }, /** @type {string} */ bodySha256) {
  const none = { losers: [], tagIds: [], attachments: [], trashedAt: null };
  view.add(leaves.note({ id, title, heads: [rev], home: 'nb_notes', ...none }, bodySha256));
}

/** Writes the log as segments and as a checkpoint, each artifact durably. */
async function send(/** @type {string} */ dataDir, /** @type {string} */ carrier) {
  const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  const rows = database.prepare(`SELECT o.pk & 0xffffffffff AS s, lamport AS l, at AS w, operation, body,
    lower(hex(body_sha256)) AS sha256 FROM sync_ops o LEFT JOIN revisions r ON r.id = operation ->> 'rev' ORDER BY 1`);
  for (const artifactClass of ['ops', 'snapshots']) {
    const isCheckpoint = artifactClass === 'snapshots';
    const folder = join(carrier, artifactClass);
    mkdirSync(folder);
    let [index, size, lines] = [0, 0, /** @type {Buffer[]} */ ([])];
    const put = async () => {
      index += 1;
      const content = { ...PLACE, artifactClass, index, epoch: EPOCH, signer: SIGNER, payload: Buffer.concat(lines) };
      const artifact = encryptArtifact(crypto, codec, content);
      await writeDurably(folder, `${String(index).padStart(8, '0')}-${hashToHex(artifact)}`, artifact);
      [size, lines] = [0, []];
    };
    for (const { s, l, w, operation: text, body, sha256 } of rows.iterate()) {
      const operation = { ...JSON.parse(text), s, l, w, ...(body !== null && { body }) };
      if (isCheckpoint && body !== null) addToView(operation, sha256);
      const line = isCheckpoint ? { replica_id: 'rep_limit', operation } : operation;
      const bytes = Buffer.from(`${canonicalJson(line)}\n`);
      if (size + bytes.length > PART_BYTES) await put();
      lines.push(bytes);
      size += bytes.length;
    }
    await put();
  }
  view.root();
}

async function writeDurably(/** @type {string} */ folder, /** @type {string} */ name, /** @type {Uint8Array} */ bytes) {
  const file = await open(join(folder, name.slice(-8)), 'w');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(join(folder, name.slice(-8)), join(folder, name));
  const parent = await open(folder, 'r');
  await parent.sync();
  await parent.close();
}

/** Reads the checkpoint into the tables of a new library, in one transaction. */
function take(/** @type {string} */ carrier, /** @type {string} */ dataDir) {
  const database = openSqlite(join(dataDir, 'notes.db'));
  for (const pragma of ['synchronous = FULL', 'cache_size = -32768']) database.pragma(pragma);
  const select = (/** @type {string} */ text) => /** @type {any} */ (database.prepare(text).pluck().get());
  const insert = (/** @type {string} */ table, /** @type {string} */ columns) =>
    database.prepare(`INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, '?')})`);
  const operations = insert('sync_ops', 'pk, lamport, at, entity, operation');
  const ofRevision = 'pk, id, document_pk, created_at, origin, title, size_bytes, body_sha256, body';
  const revisions = insert('revisions', ofRevision);
  const notes = insert(
    'documents',
    'pk, id, notebook_pk, revision_pk, title, title_key, excerpt, size_bytes, created_at, updated_at, features, synced',
  );
  const words = insert('title_words', 'word, document_pk');
  const tasks = insert('tasks', 'document_pk, n, done, line, text, block_id, due');
  const links = insert(
    'links',
    'source_pk, n, kind, line, column_no, start_byte, end_byte, target, anchor, text, state, target_key, target_pk',
  );
  const texts = insert('search_fts', 'rowid, title, body');
  const home = select("SELECT pk FROM notebooks WHERE id = 'nb_notes'");
  let pk = select('SELECT max(max(pk), (SELECT max(pk) FROM revisions)) FROM documents');
  const ofNotes = "type = 'index' AND sql IS NOT NULL AND tbl_name IN ('documents', 'links', 'sync_ops')";
  const indexes = database.prepare(`SELECT name, sql FROM sqlite_schema WHERE ${ofNotes}`).all();
  database.exec('BEGIN IMMEDIATE');
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  const [found, pks] = [/** @type {any[]} */ ([]), new Map()];
  for (const name of readdirSync(join(carrier, 'snapshots')).sort()) {
    const artifact = readFileSync(join(carrier, 'snapshots', name));
    if (hashToHex(artifact) !== name.slice(-64)) throw new Error(`${name} is damaged.`);
    const { payload } = openArtifact(crypto, codec, { ...PLACE, ...KEYS, index: Number(name.slice(0, 8)), artifact });
    for (const line of Buffer.from(payload).toString().trimEnd().split('\n')) {
      const { s, l, w, body, ...operation } = JSON.parse(line).operation;
      const { doc, tag, rev, title } = operation;
      operations.run(s - 2 ** 41, l, w, doc ?? tag ?? '', JSON.stringify(operation));
      if (body === undefined) continue;
      pk += 1;
      const derived = parseView('derived', { body, databaseId: 'db_limit' });
      const [digest, size, key] = [crypto.sha256(Buffer.from(body)), Buffer.byteLength(body), nameKey(title)];
      const state = JSON.stringify({ notebook: 'nb_notes', revisionPk: pk, heads: [rev] });
      notes.run(pk, doc, home, pk, title, key, excerpt(body, 200), size, w, w, derived.features, state);
      revisions.run(pk, rev, pk, w, 'sync', title, size, digest, body);
      for (const { term } of tokenize(title)) words.run(term, pk);
      for (const [n, { done, line: at, text, blockId, due }] of derived.tasks.entries())
        tasks.run(pk, n, Number(done), at, text, blockId, due);
      addToView(operation, Buffer.from(digest).toString('hex'));
      pks.set(key, pk);
      found.push({ pk, title, body, links: derived.links });
    }
  }
  for (const note of found)
    for (const [n, link] of note.links.entries()) {
      const { line, column, startByte, endByte, target, anchor, text, reference } = link;
      const key = reference.type === 'title' ? nameKey(reference.title) : null;
      const to = pks.get(key) ?? null;
      links.run(note.pk, n, 0, line, column, startByte, endByte, target, anchor, text, 1, key, to);
    }
  for (const { pk: rowid, title, body } of found) texts.run(rowid, toIndexableText(title), toIndexableText(body));
  for (const { sql } of indexes) database.exec(sql);
  database.exec('COMMIT');
  view.root();
}

const [side, from = '', to = ''] = process.argv.slice(2);
if (side === 'take') (await openLibrary(to, true)).close();
const before = process.cpuUsage();
await (side === 'send' ? send(from, to) : take(from, to));
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${(user + system) / 1e6}\n`);
