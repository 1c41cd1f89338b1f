import { rmSync } from 'node:fs';
import { nameKey } from '@notes/query-language';
import type { Content } from '../documents/document-writer.js';
import { asFileError, StorageError, sqliteCode } from '../errors.js';
import { type Connection, openDraft } from '../library/connection.js';
import { type DataPaths, makePrivateFile, syncFile } from '../library/files.js';
import { migrate, migrations } from '../library/migrations.js';
import { NameWriter } from '../library/names.js';
import { Statements } from '../library/statements.js';
import { makeHandle, makeReader, makeUnit, type UnitOfWork } from '../library/unit.js';
import { GroupCommit } from '../library/writer.js';
import { LinkWriter } from '../links/link-writer.js';
import { Blobs } from '../resources/blobs.js';
import { UNATTACHED, type Unattached } from '../resources/resources.js';
import { toIndexableText } from '../search/indexable.js';
import { countTasks, TaskWriter } from '../tasks/task-writer.js';
import type { ArchiveRow } from './archive-reader.js';
import { type BuiltEntity, INSERTS, JOURNAL, NAME_FIELDS } from './library-rows.js';

type LinkColumns = [n: number, startByte: number, endByte: number, target: string];

/** Link as stored in an archive. */
interface BuiltLink {
  readonly document_id: string;
  readonly ordinal: number;
  readonly start_byte: number;
  readonly end_byte: number;
  readonly target: string;
}

/**
 * Reason why a row is rejected: `reference`, a referenced row is missing; `id`, the id is taken; `name`, another unique
 * value is taken.
 */
export type RowRefusal = 'reference' | 'id' | 'name';

/** Note whose texts follow. */
export interface BuiltNote {
  readonly pk: number;
  readonly notebookPk: number;
  readonly title: string;
}

const NOTE = 'SELECT pk, notebook_pk AS notebookPk, title FROM documents WHERE id = ?';
const FORMER_TITLE = 'INSERT INTO former_titles (document_pk, title_key) VALUES (?, ?)';
const REVISION = `INSERT INTO revisions (pk, id, document_pk, created_at, origin, title, size_bytes, body_sha256, body)
  VALUES (@pk, @id, @document_pk, @created_at, @origin, @title, @body_bytes, unhex(@body_sha256), @body)`;
const UPDATE_CURRENT = `UPDATE documents SET revision_pk = ?, excerpt = ?, size_bytes = ?, features = ?, open_tasks = ?,
  done_tasks = ? WHERE pk = ?`;
const INDEX = 'INSERT INTO search_fts (rowid, title, body) VALUES (?, ?, ?)';
const LINKS = `SELECT l.n, l.start_byte, l.end_byte, l.target FROM documents d JOIN links l ON l.source_pk = d.pk
  WHERE d.id = ? ORDER BY l.n`;
const HAS = 'EXISTS (SELECT 1 FROM document_resources dr WHERE dr.resource_pk = resources.pk)';
/** Indexes that are not queried while a library is built. Building each one in a single pass at the end is faster. */
const DEFERRED_INDEXES = [
  ...['active', 'trashed', 'notebook', 'tasks', 'templates', 'unparsed'].map((name) => `documents_${name}`),
  'links_key',
  'links_target',
  'provenance_source',
];
const DROP_INDEXES = DEFERRED_INDEXES.map((name) => `DROP INDEX ${name}`);
const SELECT_INDEXES = `SELECT sql FROM sqlite_schema
  WHERE type = 'index' AND name IN (SELECT value FROM json_each(?)) ORDER BY rowid`;
/**
 * Updates of `unattached_at`. An attachment is in use when a note refers to it, so the value follows from the notes.
 */
const MARK_ATTACHED = `UPDATE resources SET unattached_at = NULL, unattached_by = NULL WHERE unattached_at IS NOT NULL AND ${HAS}`;
const MARK_UNATTACHED = `UPDATE resources SET unattached_at = created_at, unattached_by = ? WHERE unattached_at IS NULL AND NOT ${HAS}`;

/**
 * Builds a library file from the rows of an archive. Insert the entities of `INSERTS` in the order of their references,
 * notes before their texts, then call `finish`. The file is unusable before `finish`, and `finish` leaves out the
 * content that the service adds to a new library.
 */
export class LibraryBuilder {
  /** Unit of work for other writes than rows, within {@link batch}. */
  readonly unit: UnitOfWork;
  readonly #paths: DataPaths;
  readonly #raw: Connection;
  readonly #sql: Statements;
  readonly #links: LinkWriter;
  readonly #tasks: TaskWriter;
  readonly #names: NameWriter;
  /** Statements that create the indexes built at the end. */
  readonly #indexes: readonly string[];
  #revisions = 0;
  /** Links of the most recently queried note, by ordinal. */
  #lastQueried: { readonly id: string; readonly links: readonly LinkColumns[] } | null = null;

  /**
   * Starts in a data directory without a library. Removes the remains of a process that was killed while building one.
   */
  constructor(paths: DataPaths) {
    this.#paths = paths;
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(paths.database + suffix, { force: true });
    makePrivateFile(paths.database);
    const raw = openDraft(paths.database);
    migrate(raw, paths, migrations);
    const handle = makeHandle(raw);
    const writer = new GroupCommit(raw, { version: 0, onCommit: () => {}, onError: () => {} });
    this.unit = makeUnit(handle, makeReader(handle), writer, new Blobs(paths));
    this.#raw = raw;
    this.#sql = new Statements(raw);
    this.#indexes = this.#dropIndexes();
    this.#links = new LinkWriter(handle);
    this.#tasks = new TaskWriter(handle);
    this.#names = new NameWriter(handle);
  }

  /** Runs synchronous work in the single transaction, which stays open until {@link commit}. */
  batch<T>(work: () => T): T {
    return withFileErrors(() => {
      if (!this.#raw.inTransaction) this.#raw.exec('BEGIN');
      return work();
    });
  }

  /** Commits, which makes the rows visible to other connections. */
  commit(): void {
    if (this.#raw.inTransaction) withFileErrors(() => this.#raw.exec('COMMIT'));
  }

  /**
   * Inserts a row.
   *
   * @returns null when the row was inserted, otherwise the reason for the rejection
   */
  insert(entity: BuiltEntity, row: ArchiveRow): RowRefusal | null {
    const named = NAME_FIELDS[entity];
    const by = row.unattached_by;
    return this.#insert(INSERTS[entity], {
      ...row,
      ...(named !== undefined && { name_key: nameKey(String(row[named])) }),
      ...(typeof by === 'string' && { unattached_by: UNATTACHED.indexOf(by as Unattached) }),
    });
  }

  note(id: string): BuiltNote | undefined {
    return this.#sql.get<BuiltNote>(NOTE, id);
  }

  /** Stores the file name and former titles of an inserted note, by which links find it. */
  addNames({ pk, title }: BuiltNote, fileName: string | null, formerTitles: readonly string[]): void {
    this.#names.insert(pk, title, fileName);
    for (const key of formerTitles) this.#sql.run(FORMER_TITLE, pk, key);
  }

  /**
   * Inserts a revision of a note; call it with the oldest first.
   *
   * @returns the key of the revision, or the reason for the rejection
   */
  addRevision({ pk }: BuiltNote, row: ArchiveRow): number | RowRefusal {
    this.#revisions += 1;
    const refusal = this.#insert(REVISION, { ...row, pk: this.#revisions, document_pk: pk });
    return refusal ?? this.#revisions;
  }

  /** Makes a revision the current one, after all notes and attachments are inserted. */
  setCurrentRevision({ pk, notebookPk, title }: BuiltNote, revisionPk: number, content: Omit<Content, 'title'>): void {
    const { excerpt, sizeBytes, derived, body } = content;
    const tasks = countTasks(derived);
    this.#sql.run(UPDATE_CURRENT, revisionPk, excerpt, sizeBytes, derived.features, tasks.open, tasks.done, pk);
    this.#sql.run(INDEX, pk, toIndexableText(title), toIndexableText(body));
    this.#links.replace(pk, notebookPk, derived.links);
    this.#tasks.insert(pk, derived.tasks);
    this.unit.resources.embed(pk, derived, 0);
  }

  /**
   * Returns true when the stored text has a link exactly as in the archive. Call it for all links of a note in
   * succession, after all texts are inserted.
   */
  hasLink({ document_id: id, ordinal, start_byte, end_byte, target }: BuiltLink): boolean {
    if (this.#lastQueried?.id !== id) this.#lastQueried = { id, links: this.#sql.rows(LINKS, id) };
    const [n, start, end, written] = this.#lastQueried.links[ordinal] ?? [];
    return n === ordinal && start === start_byte && end === end_byte && written === target;
  }

  count(table: 'links' | 'document_resources'): number {
    return this.#sql.count(`SELECT count(*) FROM ${table}`);
  }

  /**
   * Builds the remaining indexes, recomputes values that depend on other rows, and adds all entities to the journal.
   */
  completeRows(): void {
    this.batch(() => {
      for (const statement of this.#indexes) this.#raw.exec(statement);
      this.#sql.run(MARK_ATTACHED);
      this.#sql.run(MARK_UNATTACHED, UNATTACHED.indexOf('detached'));
      for (const statement of JOURNAL) this.#sql.run(statement);
    });
  }

  /**
   * Commits, checks and closes the library, and makes the file durable.
   *
   * @throws StorageError `damaged` when SQLite finds a fault in the new file
   */
  finish(): void {
    this.commit();
    const faults = this.#raw.pragma('integrity_check(1)', { simple: true });
    const dangling = (this.#raw.pragma('foreign_key_check') as unknown[]).length;
    const fault = faults === 'ok' ? `${dangling} rows refer to missing rows` : String(faults);
    if (faults !== 'ok' || dangling > 0)
      throw new StorageError('damaged', `The new library file is damaged: ${fault}. Try again.`);
    this.close();
    syncFile(this.#paths.database);
  }

  /** Closes the database. Must be called in any case. */
  close(): void {
    this.#raw.close();
  }

  /** Drops the indexes that are not needed yet, and returns the statements that create them. */
  #dropIndexes(): string[] {
    const made = this.#sql.rows<[string]>(SELECT_INDEXES, JSON.stringify(DEFERRED_INDEXES));
    for (const statement of DROP_INDEXES) this.#raw.exec(statement);
    return made.map(([sql]) => sql);
  }

  #insert(statement: string, row: Readonly<Record<string, unknown>>): RowRefusal | null {
    try {
      return this.#sql.run(statement, row).changes === 1 ? null : 'reference';
    } catch (error) {
      const code = sqliteCode(error);
      if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') throw error;
      return /\.id$/.test((error as Error).message) ? 'id' : 'name';
    }
  }
}

function withFileErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFileError(error);
  }
}
