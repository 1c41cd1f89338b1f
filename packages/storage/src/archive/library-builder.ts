import { rmSync } from 'node:fs';
import { nameKey } from '@notes/query-language';
import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { type LoadedNote, NoteLoader } from '../bulk/note-loader.js';
import { StorageError, sqliteCode, withFileErrors } from '../errors.js';
import { type Connection, openDraft } from '../library/connection.js';
import { type DataPaths, makePrivateFile, syncFile } from '../library/files.js';
import { GroupCommit } from '../library/group-commit.js';
import { migrate, migrations } from '../library/migrations.js';
import { NameWriter } from '../library/names.js';
import { build, defineQuery, type Parameters, type Query, type Row } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { makeHandle, makeReader, makeUnit, type UnitOfWork } from '../library/unit.js';
import { Blobs } from '../resources/blobs.js';
import { UNATTACHED, type Unattached } from '../resources/resources.js';
import { documentResources, documents, formerTitles, links, resources, revisions } from '../schema.js';
import type { ArchiveRow } from './archive-reader.js';
import { type BuiltEntity, INSERT_JOURNAL, INSERTS, NAME_FIELDS } from './library-rows.js';

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

/** Statement that inserts a row of an archive. */
type Insert = Query<never, ArchiveRow>;

/** Note whose texts follow. */
export interface BuiltNote {
  readonly pk: number;
  readonly notebookPk: number;
  readonly title: string;
}

const selectNote = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build
    .select({ pk: documents.pk, notebookPk: documents.notebookPk, title: documents.title })
    .from(documents)
    .where(eq(documents.id, id)),
);
const insertFormerTitle = defineQuery(
  ({ documentPk, titleKey }: Parameters<{ documentPk: number; titleKey: string }>) =>
    build.insert(formerTitles).values({ documentPk, titleKey }),
);
type RevisionValues = {
  pk: number;
  id: string;
  document_pk: number;
  created_at: number;
  origin: string;
  title: string;
  body_bytes: number;
  body_sha256: string;
  body: string;
};
const insertRevision = defineQuery((row: Parameters<RevisionValues>) =>
  build.insert(revisions).values({
    pk: row.pk,
    id: row.id,
    documentPk: row.document_pk,
    createdAt: row.created_at,
    origin: row.origin,
    title: row.title,
    sizeBytes: row.body_bytes,
    bodySha256: sql`unhex(${row.body_sha256})`,
    body: row.body,
  }),
);
const link = { n: links.n, startByte: links.startByte, endByte: links.endByte, target: links.target };
const selectLinks = defineQuery(({ documentId }: Parameters<{ documentId: string }>) =>
  build
    .select(link)
    .from(documents)
    .innerJoin(links, eq(links.sourcePk, documents.pk))
    .where(eq(documents.id, documentId))
    .orderBy(asc(links.n)),
);
const countRows = {
  links: defineQuery(() => build.select({ n: count() }).from(links)),
  document_resources: defineQuery(() => build.select({ n: count() }).from(documentResources)),
};
const IS_USED = sql`EXISTS (SELECT 1 FROM ${documentResources} WHERE ${documentResources.resourcePk} = ${resources.pk})`;
/**
 * Updates of `unattached_at`. An attachment is in use when a note refers to it, so the value follows from the notes.
 */
const markAttached = defineQuery(() =>
  build
    .update(resources)
    .set({ unattachedAt: null, unattachedBy: null })
    .where(and(isNotNull(resources.unattachedAt), IS_USED)),
);
const markUnattached = defineQuery(({ reason }: Parameters<{ reason: number }>) =>
  build
    .update(resources)
    .set({ unattachedAt: sql`${resources.createdAt}`, unattachedBy: reason })
    .where(and(isNull(resources.unattachedAt), sql`NOT ${IS_USED}`)),
);

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
  readonly #loader: NoteLoader;
  readonly #names: NameWriter;
  #revisions = 0;
  /** Links of the most recently queried note, by ordinal. */
  #lastQueried: { readonly id: string; readonly links: readonly Row<typeof link>[] } | null = null;

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
    this.#loader = new NoteLoader(handle, this.unit.resources);
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
    return this.#insert(INSERTS[entity] as Insert, {
      ...row,
      ...(named !== undefined && { name_key: nameKey(String(row[named])) }),
      ...(typeof by === 'string' && { unattached_by: UNATTACHED.indexOf(by as Unattached) }),
    });
  }

  note(id: string): BuiltNote | undefined {
    return this.#sql.get(selectNote, { id });
  }

  /** Stores the file name and former titles of an inserted note, by which links find it. */
  addNames({ pk, title }: BuiltNote, fileName: string | null, formerKeys: readonly string[]): void {
    this.#names.insert(pk, title, fileName);
    for (const titleKey of formerKeys) this.#sql.run(insertFormerTitle, { documentPk: pk, titleKey });
  }

  /**
   * Inserts a revision of a note; call it with the oldest first.
   *
   * @returns the key of the revision, or the reason for the rejection
   */
  addRevision({ pk }: BuiltNote, row: ArchiveRow): number | RowRefusal {
    this.#revisions += 1;
    const refusal = this.#insert(insertRevision as Insert, { ...row, pk: this.#revisions, document_pk: pk });
    return refusal ?? this.#revisions;
  }

  /** Stores what follows from the texts of notes, after all notes and attachments are inserted; see {@link NoteLoader}. */
  loadNotes(notes: readonly LoadedNote[]): void {
    this.#loader.load(notes);
  }

  /**
   * Returns true when the stored text has a link exactly as in the archive. Call it for all links of a note in
   * succession, after all texts are inserted.
   */
  hasLink({ document_id: id, ordinal, start_byte, end_byte, target }: BuiltLink): boolean {
    if (this.#lastQueried?.id !== id) this.#lastQueried = { id, links: this.#sql.all(selectLinks, { documentId: id }) };
    const found = this.#lastQueried.links[ordinal];
    return (
      found?.n === ordinal && found.startByte === start_byte && found.endByte === end_byte && found.target === target
    );
  }

  count(table: 'links' | 'document_resources'): number {
    return this.#sql.count(countRows[table]);
  }

  /**
   * Builds the remaining indexes, recomputes values that depend on other rows, and adds all entities to the journal.
   */
  completeRows(): void {
    this.batch(() => {
      this.#loader.finish();
      this.#sql.run(markAttached);
      this.#sql.run(markUnattached, { reason: UNATTACHED.indexOf('detached') });
      for (const insertJournal of INSERT_JOURNAL) this.#sql.run(insertJournal);
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

  #insert(insert: Insert, row: ArchiveRow): RowRefusal | null {
    try {
      return this.#sql.run(insert, row).changes === 1 ? null : 'reference';
    } catch (error) {
      const code = sqliteCode(error);
      if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') throw error;
      return /\.id$/.test((error as Error).message) ? 'id' : 'name';
    }
  }
}
