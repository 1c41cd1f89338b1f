import { rmSync } from 'node:fs';
import { nameKey } from '@notes/query-language';
import { type Connection, openDraft } from '../connection.js';
import type { Content } from '../document-writer.js';
import { asFileError, StorageError, sqliteCode } from '../errors.js';
import { type DataPaths, makePrivateFile, syncFile } from '../files.js';
import { LinkWriter } from '../links/link-writer.js';
import { migrate, migrations } from '../migrations.js';
import { NameWriter } from '../names.js';
import { Blobs } from '../resources/blobs.js';
import { UNATTACHED, type Unattached } from '../resources/resources.js';
import { indexable } from '../search/indexable.js';
import { Statements } from '../statements.js';
import { countTasks, TaskWriter } from '../task-writer.js';
import { makeHandle, makeReader, makeUnit, type UnitOfWork } from '../unit.js';
import { GroupCommit } from '../writer.js';
import type { ArchiveRow } from './archive-reader.js';
import { type BuiltEntity, INSERTS, JOURNAL, NAMED } from './library-rows.js';

type LinkColumns = [n: number, startByte: number, endByte: number, target: string];

/** A link as an archive has it. */
interface BuiltLink {
  readonly document_id: string;
  readonly ordinal: number;
  readonly start_byte: number;
  readonly end_byte: number;
  readonly target: string;
}

/** Why a row is not taken: it names what is not there, its id is another's, or what has to be its own is another's. */
export type RowRefusal = 'reference' | 'id' | 'name';

/** A note whose texts are to come. */
export interface BuiltNote {
  readonly pk: number;
  readonly notebookPk: number;
  readonly title: string;
}

const NOTE = 'SELECT pk, notebook_pk AS notebookPk, title FROM documents WHERE id = ?';
const FORMER_TITLE = 'INSERT INTO former_titles (document_pk, title_key) VALUES (?, ?)';
const REVISION = `INSERT INTO revisions (pk, id, document_pk, created_at, origin, title, size_bytes, body_sha256, body)
  VALUES (@pk, @id, @document_pk, @created_at, @origin, @title, @body_bytes, unhex(@body_sha256), @body)`;
const SETTLE = `UPDATE documents SET revision_pk = ?, excerpt = ?, size_bytes = ?, features = ?, open_tasks = ?,
  done_tasks = ? WHERE pk = ?`;
const INDEX = 'INSERT INTO search_fts (rowid, title, body) VALUES (?, ?, ?)';
const LINKS = `SELECT l.n, l.start_byte, l.end_byte, l.target FROM documents d JOIN links l ON l.source_pk = d.pk
  WHERE d.id = ? ORDER BY l.n`;
const HAS = 'EXISTS (SELECT 1 FROM document_resources dr WHERE dr.resource_pk = resources.pk)';
/** Indexes that a library in the making is not asked by: to make one in the end, in one go, is quicker. */
const UNASKED = [
  ...['active', 'trashed', 'notebook', 'tasks', 'templates', 'unparsed'].map((name) => `documents_${name}`),
  'links_key',
  'links_target',
  'provenance_source',
];
const LEAVE_OUT = UNASKED.map((name) => `DROP INDEX ${name}`);
const LEFT_OUT = `SELECT sql FROM sqlite_schema
  WHERE type = 'index' AND name IN (SELECT value FROM json_each(?)) ORDER BY rowid`;
/** Whether a note has an attachment follows from the notes alone. */
const ATTACHED = `UPDATE resources SET unattached_at = NULL, unattached_by = NULL WHERE unattached_at IS NOT NULL AND ${HAS}`;
const LEFT = `UPDATE resources SET unattached_at = created_at, unattached_by = ? WHERE unattached_at IS NULL AND NOT ${HAS}`;

/**
 * Makes the file of a library from the rows of an archive: those of `INSERTS` in the order of their references, notes
 * before their texts, then `finish`. The file is worth nothing until then; it is not durable even then, and has none of
 * what the service adds to a new library.
 */
export class LibraryBuilder {
  /** To write otherwise than by rows, within {@link batch}. */
  readonly unit: UnitOfWork;
  readonly #paths: DataPaths;
  readonly #raw: Connection;
  readonly #sql: Statements;
  readonly #links: LinkWriter;
  readonly #tasks: TaskWriter;
  readonly #names: NameWriter;
  /** How to make the indexes that are made in the end. */
  readonly #indexes: readonly string[];
  #revisions = 0;
  /** The links of the note that was last asked about, by their ordinals. */
  #asked: { readonly id: string; readonly links: readonly LinkColumns[] } | null = null;

  /** Begins in a data directory without a library; what a process that died left of one is removed. */
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
    this.#indexes = this.#leaveOutIndexes();
    this.#links = new LinkWriter(handle);
    this.#tasks = new TaskWriter(handle);
    this.#names = new NameWriter(handle);
  }

  /** Runs synchronous work in the one transaction, which goes on until {@link commit}: what is taken is of use as a whole. */
  batch<T>(work: () => T): T {
    return doing(() => {
      if (!this.#raw.inTransaction) this.#raw.exec('BEGIN');
      return work();
    });
  }

  /** Lets others read what was taken. */
  commit(): void {
    if (this.#raw.inTransaction) doing(() => this.#raw.exec('COMMIT'));
  }

  /** Takes a row; null when it was taken. */
  insert(entity: BuiltEntity, row: ArchiveRow): RowRefusal | null {
    const named = NAMED[entity];
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

  /** What a note that was taken is found by, beside its title. */
  addNames({ pk, title }: BuiltNote, fileName: string | null, formerTitles: readonly string[]): void {
    this.#names.insert(pk, title, fileName);
    for (const key of formerTitles) this.#sql.run(FORMER_TITLE, pk, key);
  }

  /** Takes a text of a note, after those that are older; its key, or why it was not taken. */
  addRevision({ pk }: BuiltNote, row: ArchiveRow): number | RowRefusal {
    this.#revisions += 1;
    const refusal = this.#insert(REVISION, { ...row, pk: this.#revisions, document_pk: pk });
    return refusal ?? this.#revisions;
  }

  /** Makes a text the current one, once all notes and attachments are there. */
  settle({ pk, notebookPk, title }: BuiltNote, revisionPk: number, content: Omit<Content, 'title'>): void {
    const { excerpt, sizeBytes, derived, body } = content;
    const tasks = countTasks(derived);
    this.#sql.run(SETTLE, revisionPk, excerpt, sizeBytes, derived.features, tasks.open, tasks.done, pk);
    this.#sql.run(INDEX, pk, indexable(title), indexable(body));
    this.#links.replace(pk, notebookPk, derived.links);
    this.#tasks.insert(pk, derived.tasks);
    this.unit.resources.embed(pk, derived, 0);
  }

  /** Whether a text has a link as an archive has it. Links of one note are asked about in a row, once all texts are there. */
  hasLink({ document_id: id, ordinal, start_byte, end_byte, target }: BuiltLink): boolean {
    if (this.#asked?.id !== id) this.#asked = { id, links: this.#sql.rows(LINKS, id) };
    const [n, start, end, written] = this.#asked.links[ordinal] ?? [];
    return n === ordinal && start === start_byte && end === end_byte && written === target;
  }

  count(table: 'links' | 'document_resources'): number {
    return this.#sql.count(`SELECT count(*) FROM ${table}`);
  }

  /** Puts right what follows from the rows, and tells the journal of them. */
  conclude(): void {
    this.batch(() => {
      for (const statement of this.#indexes) this.#raw.exec(statement);
      this.#sql.run(ATTACHED);
      this.#sql.run(LEFT, UNATTACHED.indexOf('detached'));
      for (const statement of JOURNAL) this.#sql.run(statement);
    });
  }

  /** @throws StorageError `damaged` when SQLite finds a fault in what was made */
  finish(): void {
    this.commit();
    const faults = this.#raw.pragma('integrity_check(1)', { simple: true });
    const dangling = (this.#raw.pragma('foreign_key_check') as unknown[]).length;
    if (faults !== 'ok' || dangling > 0)
      throw new StorageError('damaged', `what was made is damaged: ${String(faults)}`);
    this.close();
    syncFile(this.#paths.database);
  }

  /** To be called in any case. */
  close(): void {
    this.#raw.close();
  }

  /** Answers how they are made. */
  #leaveOutIndexes(): string[] {
    const made = this.#sql.rows<[string]>(LEFT_OUT, JSON.stringify(UNASKED));
    for (const statement of LEAVE_OUT) this.#raw.exec(statement);
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

function doing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFileError(error);
  }
}
