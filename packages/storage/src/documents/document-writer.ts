import { createHash } from 'node:crypto';
import { nameKey } from '@notes/query-language';
import { REQUEST_SCRUB } from '../library/meta.js';
import { NameWriter } from '../library/names.js';
import type { ChangeKind, Handle } from '../library/statements.js';
import { LinkWriter } from '../links/link-writer.js';
import type { ResourceWriter } from '../resources/resource-writer.js';
import { toIndexableText } from '../search/indexable.js';
import { countTasks, TaskWriter } from '../tasks/task-writer.js';
import type { Derived } from './derived.js';
import { DocumentReader, type DocumentRecord } from './documents.js';

/** Content of a revision; the caller derives `excerpt` and `derived` from the body. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly sizeBytes: number;
  readonly excerpt: string;
  readonly derived: Derived;
}

/** Revision to be stored. `at` is in milliseconds since the Unix epoch. */
export interface NewRevision extends Content {
  readonly revisionId: string;
  readonly origin: string;
  readonly at: number;
}

/** Revision that is not current, so nothing is derived from it. */
export type OldRevision = Omit<NewRevision, 'excerpt' | 'derived'>;

/** Note to be stored, with its current revision. Times are in milliseconds since the Unix epoch. */
export interface NewDocument extends NewRevision {
  readonly id: string;
  readonly notebookPk: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Name of the imported file: links may refer to the note by it. */
  readonly fileName?: string | null;
}

const INSERT_DOCUMENT = `INSERT INTO documents (id, notebook_pk, revision_pk, title, title_key, excerpt, size_bytes,
  created_at, updated_at, features, open_tasks, done_tasks, file_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const NEXT_REVISION = 'SELECT coalesce(max(pk), 0) + 1 FROM revisions';
const REVISION_PK = 'SELECT pk FROM revisions WHERE id = ? AND document_pk = ?';
const INSERT_REVISION = `INSERT INTO revisions
  (pk, id, document_pk, created_at, origin, title, size_bytes, body_sha256, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_CONTENT = `UPDATE documents SET revision_pk = ?, title = ?, title_key = ?, excerpt = ?, size_bytes = ?,
  updated_at = ?, features = ?, open_tasks = ?, done_tasks = ? WHERE pk = ?`;
const NAMES = 'SELECT title, file_name AS fileName, notebook_pk AS notebookPk FROM documents WHERE pk = ?';
const INDEX = 'INSERT INTO search_fts (rowid, title, body) VALUES (?, ?, ?)';
/** Replaces an index entry. Slower than `INDEX`, which skips the search for an old entry of a new note. */
const REINDEX = 'INSERT OR REPLACE INTO search_fts (rowid, title, body) VALUES (?, ?, ?)';

/** Keeps the published state of a purged note, whose deletion is not in the operation log yet. */
const KEEP_PUBLISHED_STATE = `INSERT OR REPLACE INTO sync_states (id, state)
  SELECT id, synced FROM documents WHERE pk = ? AND synced IS NOT NULL`;

const INSIDE = 'SELECT pk, id, deleted_at FROM documents WHERE notebook_pk = ?';

/** Stored names and location of a note. */
interface Names {
  readonly title: string;
  readonly fileName: string | null;
  readonly notebookPk: number;
}

/** Writes notes: revision, row, search index and derived data in one transaction. */
export class DocumentWriter extends DocumentReader {
  readonly #links: LinkWriter;
  readonly #tasks: TaskWriter;
  readonly #names: NameWriter;
  readonly #resources: ResourceWriter;

  constructor(handle: Handle, resources: ResourceWriter) {
    super(handle);
    this.#resources = resources;
    this.#links = new LinkWriter(handle);
    this.#tasks = new TaskWriter(handle);
    this.#names = new NameWriter(handle);
  }

  /**
   * Stores a new note with its older revisions.
   *
   * @returns the key of the note
   */
  insert(document: NewDocument, older: readonly OldRevision[] = []): number {
    const { id, notebookPk, title, excerpt, sizeBytes, createdAt, updatedAt, derived, fileName = null } = document;
    const revisionPk = this.sql.count(NEXT_REVISION) + older.length;
    const tasks = countTasks(derived);
    const { lastInsertRowid: pk } = this.sql.run(
      INSERT_DOCUMENT,
      id,
      notebookPk,
      revisionPk,
      title,
      nameKey(title),
      excerpt,
      sizeBytes,
      createdAt,
      updatedAt,
      derived.features,
      tasks.open,
      tasks.done,
      fileName,
    );
    older.forEach((each, n) => {
      this.#addRevision(revisionPk - older.length + n, pk, each);
    });
    this.#addRevision(revisionPk, pk, document);
    this.#index(INDEX, pk, document);
    this.#names.insert(pk, title, fileName);
    this.#links.replace(pk, notebookPk, derived.links);
    this.#tasks.replace(pk, derived.tasks);
    this.#resources.embed(pk, derived, updatedAt);
    this.handle.journal('document', id, 'create');
    this.#links.refresh(this.#links.findLinksTo(pk));
    return pk;
  }

  /** Adds a revision to a note and makes it current. */
  revise(document: DocumentRecord, revision: NewRevision): void {
    const revisionPk = this.sql.count(NEXT_REVISION);
    this.#addRevision(revisionPk, document.pk, revision);
    this.#applyRevision(document, revisionPk, revision);
  }

  /** Makes a revision current; stores it first unless the note has it already. */
  makeCurrent(document: DocumentRecord, revision: NewRevision): void {
    const known = this.sql.count(REVISION_PK, revision.revisionId, document.pk);
    if (known === 0) this.revise(document, revision);
    else this.#applyRevision(document, known, revision);
  }

  /** Adds a revision to a note without making it current. */
  addRevision({ pk }: { pk: number }, revision: OldRevision): void {
    this.#addRevision(this.sql.count(NEXT_REVISION), pk, revision);
  }

  #applyRevision(document: DocumentRecord, revisionPk: number, revision: NewRevision): void {
    const { pk } = document;
    this.#index(REINDEX, pk, revision);
    const { title, fileName, notebookPk } = this.sql.get<Names>(NAMES, pk) as Names;
    this.#links.replace(pk, notebookPk, revision.derived.links);
    this.#tasks.replace(pk, revision.derived.tasks);
    this.#resources.embed(pk, revision.derived, revision.at);
    this.handle.journal('document', document.id, 'update');
    const renamed = nameKey(title) !== nameKey(revision.title);
    const affected = renamed ? this.#links.findLinksTo(pk) : [];
    this.#updateContent(pk, revisionPk, revision);
    if (!renamed) return;
    this.#names.rename(pk, title, revision.title, fileName);
    this.#links.refresh([...affected, ...this.#links.findLinksTo(pk)]);
  }

  #updateContent(pk: number, revisionPk: number, { title, excerpt, sizeBytes, at, derived }: NewRevision): void {
    const tasks = countTasks(derived);
    const text = [title, nameKey(title), excerpt, sizeBytes];
    this.sql.run(UPDATE_CONTENT, revisionPk, ...text, at, derived.features, tasks.open, tasks.done, pk);
  }

  move(document: DocumentRecord, notebookPk: number, at: number): void {
    const { pk, id } = document;
    // Links from the note itself are resolved below, after the move.
    const affected = this.#links.findLinksTo(pk).filter(({ sourcePk }) => sourcePk !== pk);
    this.sql.run('UPDATE documents SET notebook_pk = ?, updated_at = ? WHERE pk = ?', notebookPk, at, pk);
    this.handle.journal('document', id, 'move');
    this.#links.refresh([...affected, ...this.#links.findLinksTo(pk), ...this.#links.findLinksFrom([pk])]);
  }

  /** Records a change of the note's tags. */
  touchTags(document: DocumentRecord, at: number): void {
    this.#touch(document, 'tag', at);
  }

  /** Records that an attachment was added to the note or removed from it. */
  touchResources(document: DocumentRecord, at: number): void {
    this.#touch(document, 'attach', at);
  }

  trash(document: DocumentRecord, at: number): void {
    this.sql.run('UPDATE documents SET deleted_at = ?, updated_at = ? WHERE pk = ?', at, at, document.pk);
    this.handle.journal('document', document.id, 'trash');
    this.#links.refresh(this.#links.findLinksTo(document.pk));
  }

  restore(document: DocumentRecord, at: number): void {
    this.sql.run('UPDATE documents SET deleted_at = NULL, updated_at = ? WHERE pk = ?', at, document.pk);
    this.handle.journal('document', document.id, 'restore');
    this.#links.refresh(this.#links.findLinksTo(document.pk));
  }

  /** Sets the times from an import source or from the sync log, in milliseconds since the Unix epoch. */
  setTimes(document: { pk: number }, createdAt: number, updatedAt: number): void {
    this.sql.run('UPDATE documents SET created_at = ?, updated_at = ? WHERE pk = ?', createdAt, updatedAt, document.pk);
  }

  /**
   * Moves every note of a notebook, trashed ones too, to another notebook and trashes it.
   *
   * @returns the number of notes that were active
   */
  emptyNotebook(notebookPk: number, homePk: number, at: number): number {
    const inside = this.sql.rows<[pk: number, id: string, deletedAt: number | null]>(INSIDE, notebookPk);
    for (const [, id, deletedAt] of inside) this.handle.journal('document', id, deletedAt === null ? 'trash' : 'move');
    const trashed = this.sql.run(
      'UPDATE documents SET notebook_pk = ?, deleted_at = ?, updated_at = ? WHERE notebook_pk = ? AND deleted_at IS NULL',
      homePk,
      at,
      at,
      notebookPk,
    );
    this.sql.run('UPDATE documents SET notebook_pk = ? WHERE notebook_pk = ?', homePk, notebookPk);
    const moved = inside.map(([pk]) => pk);
    this.#links.refresh([...this.#links.findLinksToAny(moved), ...this.#links.findLinksFrom(moved)]);
    return trashed.changes;
  }

  /**
   * Permanently deletes a note, its revisions and the data derived from them. Freed pages are overwritten later, by the
   * scrub. Remove the tags first.
   */
  purge(document: DocumentRecord, at: number): void {
    const { pk, id } = document;
    const { title } = this.sql.get<Names>(NAMES, pk) as Names;
    this.#links.remove(pk);
    this.#tasks.remove(pk);
    this.#resources.release(pk, at);
    const affected = this.#links.findLinksTo(pk);
    this.#names.purge(pk, title);
    this.sql.run('DELETE FROM search_fts WHERE rowid = ?', pk);
    this.sql.run('DELETE FROM provenance WHERE document_pk = ?', pk);
    this.sql.run('DELETE FROM revisions WHERE document_pk = ?', pk);
    this.sql.run(KEEP_PUBLISHED_STATE, pk);
    this.sql.run('DELETE FROM documents WHERE pk = ?', pk);
    this.sql.run(REQUEST_SCRUB);
    this.handle.journal('document', id, 'purge');
    this.#links.refresh(affected);
  }

  #touch({ pk, id }: DocumentRecord, kind: ChangeKind, at: number): void {
    this.sql.run('UPDATE documents SET updated_at = ? WHERE pk = ?', at, pk);
    this.handle.journal('document', id, kind);
  }

  #addRevision(pk: number, documentPk: number, revision: OldRevision): void {
    const { revisionId, at, origin, title, sizeBytes, body } = revision;
    const sha256 = createHash('sha256').update(body, 'utf8').digest();
    this.sql.run(INSERT_REVISION, pk, revisionId, documentPk, at, origin, title, sizeBytes, sha256, body);
  }

  #index(statement: string, pk: number, { title, body, derived }: Content): void {
    this.sql.run(statement, pk, toIndexableText(title), derived.indexed ?? toIndexableText(body));
  }
}
