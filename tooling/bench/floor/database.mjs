// @ts-check
// Minimum of a notes server: the service's tables and pragmas, one transaction per write, no checks.
import { createHash, randomUUID } from 'node:crypto';
import { importFrom } from '../packages.mjs';
import { toDocument, toHit, toReference } from './answers.mjs';
import { FloorGraph } from './graph.mjs';

/** @typedef {{ title: string, body: string, tags?: string[] }} Text */

const PAGE = 20;
const SNIPPET = 200;
const SUGGESTIONS = 10;
const LINK = /\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/g;
const TASK = /^\s*[-*] \[([ x])\] (.+)$/gm;
const WORD = /[\p{L}\p{N}]+/gu;

const FIELDS = `d.id, n.id AS notebook_id, d.title, r.id AS current_revision_id, d.size_bytes, d.created_at,
  d.updated_at, (SELECT json_group_array(t.name) FROM document_tags dt JOIN tags t ON t.pk = dt.tag_pk
  WHERE dt.document_pk = d.pk) AS tags`;
const FROM = 'FROM documents d JOIN notebooks n ON n.pk = d.notebook_pk JOIN revisions r ON r.pk = d.revision_pk';

const statements = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  get: `SELECT ${FIELDS}, r.body ${FROM} WHERE d.id = ?`,
  list: `SELECT ${FIELDS}, d.excerpt ${FROM} WHERE d.notebook_pk = (SELECT pk FROM notebooks WHERE id = ?)
    AND d.deleted_at IS NULL ORDER BY d.updated_at DESC, d.pk DESC LIMIT ? + 0`,
  search: `SELECT ${FIELDS}, r.body, f.score FROM
    (SELECT rowid AS pk, bm25(search_fts, 10.0, 1.0) AS score FROM search_fts WHERE search_fts MATCH ?) f
    JOIN documents d ON d.pk = f.pk JOIN notebooks n ON n.pk = d.notebook_pk JOIN revisions r ON r.pk = d.revision_pk
    WHERE d.deleted_at IS NULL ORDER BY f.score LIMIT ${PAGE}`,
  notebook: 'SELECT pk FROM notebooks WHERE id = ?',
  document: 'SELECT pk FROM documents WHERE id = ?',
  nextRevision: 'SELECT coalesce(max(pk), 0) + 1 AS pk FROM revisions',
  insert: `INSERT INTO documents (id, notebook_pk, revision_pk, title, title_key, excerpt, size_bytes, created_at,
    updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  revise: `UPDATE documents SET revision_pk = ?, title = ?, title_key = ?, excerpt = ?, size_bytes = ?, updated_at = ?
    WHERE pk = ?`,
  revision: `INSERT INTO revisions (pk, id, document_pk, created_at, origin, title, size_bytes, body_sha256, body)
    VALUES (?, ?, ?, ?, 'rest', ?, ?, ?, ?)`,
  index: 'INSERT INTO search_fts (rowid, title, body) VALUES (?, ?, ?)',
  indexAnew: 'INSERT OR REPLACE INTO search_fts (rowid, title, body) VALUES (?, ?, ?)',
  tag: 'SELECT pk FROM tags WHERE name_key = ?',
  newTag: 'INSERT INTO tags (id, name, name_key, created_at) VALUES (?, ?, ?, ?)',
  attach: 'INSERT INTO document_tags VALUES (?, ?)',
  suggest: `SELECT id, title FROM documents WHERE title_key >= ? AND title_key < ? AND deleted_at IS NULL
    ORDER BY title_key LIMIT ${SUGGESTIONS}`,
  suggestByWord: `SELECT d.id, d.title FROM title_words w JOIN documents d ON d.pk = w.document_pk
    WHERE w.word >= ? AND w.word < ? AND d.deleted_at IS NULL LIMIT ${SUGGESTIONS}`,
  link: `INSERT INTO links (source_pk, n, kind, line, column_no, start_byte, end_byte, target, text, state, target_key,
    target_pk) SELECT @source, @n, 0, 1, 1, @from, @to, @target, @text, d.pk IS NOT NULL, @key, d.pk
    FROM (SELECT 1) LEFT JOIN documents d ON d.title_key = @key AND d.deleted_at IS NULL LIMIT 1`,
  relink: 'UPDATE links SET target_pk = ?, state = 1 WHERE target_key = ? AND target_pk IS NULL',
  unlink: 'DELETE FROM links WHERE source_pk = ?',
  word: 'INSERT OR IGNORE INTO title_words (word, document_pk) VALUES (?, ?)',
  task: "INSERT INTO tasks (document_pk, n, done, line, text, block_id) VALUES (?, ?, ?, 1, ?, '')",
  noTasks: 'DELETE FROM tasks WHERE document_pk = ?',
  journal: "INSERT INTO change_journal (entity, entity_id, kind) VALUES ('document', ?, ?)",
};

const PRAGMAS = [
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = 1',
  'temp_store = 2',
  'cache_size = -32768',
];
const { openSqlite } = await importFrom('packages/storage', './dist/library/driver.js');
const newId = () => randomUUID().replaceAll('-', '');

/** Library of the service, opened without the service. */
export class FloorDatabase {
  #sql;
  #graph;
  #complete;

  /**
   * @param complete true to do all that the contract of the service demands of the database: freed pages are overwritten,
   *   each word of a title suggests its note, and earlier links resolve to a new note. Measured updates keep the titles
   */
  constructor(/** @type {string} */ path, complete = false) {
    const database = openSqlite(path);
    for (const pragma of PRAGMAS) database.pragma(pragma);
    database.pragma(`secure_delete = ${complete ? 1 : 0}`);
    this.#complete = complete;
    this.#sql = /** @type {Record<keyof typeof statements, any>} */ (
      Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)]))
    );
    this.#graph = new FloorGraph(database);
  }

  get(/** @type {string} */ id) {
    const row = this.#sql.get.get(id);
    return Object.assign(toDocument(row), { body: row.body });
  }

  list(/** @type {string} */ notebookId, /** @type {number} */ limit) {
    return this.#sql.list
      .all(notebookId, limit)
      .map((/** @type {any} */ row) => Object.assign(toDocument(row), { excerpt: row.excerpt }));
  }

  search(/** @type {string} */ match) {
    const word = /\w+/.exec(match)?.[0] ?? '';
    return this.#sql.search.all(match).map((/** @type {any} */ row) => {
      const from = Math.max(0, row.body.toLowerCase().indexOf(word) - SNIPPET / 3);
      return Object.assign(toHit(row), { snippet: row.body.slice(from, from + SNIPPET), score: row.score });
    });
  }

  suggest(/** @type {string} */ query) {
    const range = [query, `${query}\u{10ffff}`];
    const found = this.#sql.suggest.all(...range);
    if (!this.#complete || found.length === SUGGESTIONS) return found.map(toReference);
    const byId = new Map(found.map((/** @type {any} */ row) => [row.id, row]));
    for (const row of this.#sql.suggestByWord.all(...range)) if (!byId.has(row.id)) byId.set(row.id, row);
    return [...byId.values()].slice(0, SUGGESTIONS).map(toReference);
  }

  graph(/** @type {string} */ root, /** @type {number} */ depth, /** @type {number} */ maxNodes) {
    return this.#graph.around(this.#sql.document.get(root).pk, depth, maxNodes);
  }

  create(/** @type {Text} */ { title, body, tags = [] }) {
    const id = `doc_${newId()}`;
    const now = Date.now();
    return this.#write(id, () => {
      const revision = this.#sql.nextRevision.get().pk;
      const notebook = this.#sql.notebook.get('nb_notes').pk;
      const text = [title, title.toLowerCase(), body.slice(0, SNIPPET), Buffer.byteLength(body)];
      const { lastInsertRowid: pk } = this.#sql.insert.run(id, notebook, revision, ...text, now, now);
      this.#addRevision(revision, pk, title, body, now);
      this.#sql.index.run(pk, title, body);
      this.#addContent(pk, body);
      if (this.#complete) this.#addTitle(pk, title.toLowerCase());
      for (const tag of tags) this.#sql.attach.run(pk, this.#tag(tag, now));
      this.#sql.journal.run(id, 'create');
    });
  }

  update(/** @type {string} */ id, /** @type {Text} */ { title, body }) {
    const now = Date.now();
    return this.#write(id, () => {
      const { pk } = this.#sql.document.get(id);
      const revision = this.#sql.nextRevision.get().pk;
      this.#addRevision(revision, pk, title, body, now);
      const text = [title, title.toLowerCase(), body.slice(0, SNIPPET), Buffer.byteLength(body)];
      this.#sql.revise.run(revision, ...text, now, pk);
      this.#sql.indexAnew.run(pk, title, body);
      this.#sql.unlink.run(pk);
      this.#sql.noTasks.run(pk);
      this.#addContent(pk, body);
      this.#sql.journal.run(id, 'update');
    });
  }

  #write(/** @type {string} */ id, /** @type {() => void} */ work) {
    this.#sql.begin.run();
    work();
    const answer = this.get(id);
    this.#sql.commit.run();
    return answer;
  }

  #addRevision(
    /** @type {number} */ pk,
    /** @type {number} */ documentPk,
    /** @type {string} */ title,
    /** @type {string} */ body,
    /** @type {number} */ now,
  ) {
    const sha256 = createHash('sha256').update(body).digest();
    this.#sql.revision.run(pk, `rev_${newId()}`, documentPk, now, title, Buffer.byteLength(body), sha256, body);
  }

  /** Finds links and tasks by one regular expression each, without lines and columns. */
  #addContent(/** @type {number} */ pk, /** @type {string} */ body) {
    let n = 0;
    for (const { 0: link, 1: target = '', 2: text = null, index } of body.matchAll(LINK)) {
      const place = { source: pk, n: n++, from: index, to: index + link.length };
      this.#sql.link.run({ ...place, target, text, key: target.toLowerCase() });
    }
    n = 0;
    for (const [, box, text] of body.matchAll(TASK)) this.#sql.task.run(pk, n++, box === 'x' ? 1 : 0, text);
  }

  #addTitle(/** @type {number} */ pk, /** @type {string} */ key) {
    this.#sql.relink.run(pk, key);
    for (const [word] of key.matchAll(WORD)) this.#sql.word.run(word, pk);
  }

  #tag(/** @type {string} */ name, /** @type {number} */ now) {
    const key = name.toLowerCase();
    return this.#sql.tag.get(key)?.pk ?? this.#sql.newTag.run(`tag_${newId()}`, name, key, now).lastInsertRowid;
  }
}
