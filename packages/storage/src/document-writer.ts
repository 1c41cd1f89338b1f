import { createHash } from 'node:crypto';
import { nameKey } from '@notes/query-language';
import { DocumentReader, type DocumentRecord } from './documents.js';
import { indexable } from './search/indexable.js';

/** What a revision says; `excerpt` is derived from the body by the caller. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly sizeBytes: number;
  readonly excerpt: string;
}

export interface NewRevision extends Content {
  readonly revisionId: string;
  readonly origin: string;
  readonly at: number;
}

export interface NewDocument extends NewRevision {
  readonly id: string;
  readonly notebookPk: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const INSERT_DOCUMENT = `INSERT INTO documents
  (id, notebook_pk, revision_pk, title, title_key, excerpt, size_bytes, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const NEXT_REVISION = 'SELECT coalesce(max(pk), 0) + 1 FROM revisions';
const INSERT_REVISION = `INSERT INTO revisions
  (pk, id, document_pk, created_at, origin, title, size_bytes, body_sha256, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_CONTENT = `UPDATE documents
  SET revision_pk = ?, title = ?, title_key = ?, excerpt = ?, size_bytes = ?, updated_at = ? WHERE pk = ?`;
const INDEX = 'INSERT INTO search_fts (rowid, title, body) VALUES (?, ?, ?)';
/** Costs a look through the index for what is replaced, which a new note can do without. */
const INDEX_ANEW = 'INSERT OR REPLACE INTO search_fts (rowid, title, body) VALUES (?, ?, ?)';
const JOURNAL_ALL = `INSERT INTO change_journal (entity, entity_id, kind)
  SELECT 'document', id, ? FROM documents WHERE notebook_pk = ? AND deleted_at`;

/** Writes notes: revision, row and search index together. */
export class DocumentWriter extends DocumentReader {
  /** Stores a new note and answers its key. */
  insert(document: NewDocument): number {
    const revisionPk = this.sql.count(NEXT_REVISION);
    const { lastInsertRowid: pk } = this.sql.run(
      INSERT_DOCUMENT,
      document.id,
      document.notebookPk,
      revisionPk,
      document.title,
      nameKey(document.title),
      document.excerpt,
      document.sizeBytes,
      document.createdAt,
      document.updatedAt,
    );
    this.#addRevision(revisionPk, pk, document);
    this.#index(INDEX, pk, document);
    this.handle.journal('document', document.id, 'create');
    return pk;
  }

  /** Gives a note a new current revision. */
  revise(document: DocumentRecord, revision: NewRevision): void {
    const revisionPk = this.sql.count(NEXT_REVISION);
    this.#addRevision(revisionPk, document.pk, revision);
    const { title, excerpt, sizeBytes, at } = revision;
    this.sql.run(UPDATE_CONTENT, revisionPk, title, nameKey(title), excerpt, sizeBytes, at, document.pk);
    this.#index(INDEX_ANEW, document.pk, revision);
    this.handle.journal('document', document.id, 'update');
  }

  move(document: DocumentRecord, notebookPk: number, at: number): void {
    this.sql.run('UPDATE documents SET notebook_pk = ?, updated_at = ? WHERE pk = ?', notebookPk, at, document.pk);
    this.handle.journal('document', document.id, 'move');
  }

  /** Notes that the tags of a note changed. */
  touchTags(document: DocumentRecord, at: number): void {
    this.sql.run('UPDATE documents SET updated_at = ? WHERE pk = ?', at, document.pk);
    this.handle.journal('document', document.id, 'tag');
  }

  trash(document: DocumentRecord, at: number): void {
    this.sql.run('UPDATE documents SET deleted_at = ?, updated_at = ? WHERE pk = ?', at, at, document.pk);
    this.handle.journal('document', document.id, 'trash');
  }

  restore(document: DocumentRecord, at: number): void {
    this.sql.run('UPDATE documents SET deleted_at = NULL, updated_at = ? WHERE pk = ?', at, document.pk);
    this.handle.journal('document', document.id, 'restore');
  }

  /** Sets the times an import found in its source. */
  setTimes(document: { pk: number }, createdAt: number, updatedAt: number): void {
    this.sql.run('UPDATE documents SET created_at = ?, updated_at = ? WHERE pk = ?', createdAt, updatedAt, document.pk);
  }

  /** Trashes and re-homes every note of a notebook, trashed ones too; answers how many were active. */
  emptyNotebook(notebookPk: number, homePk: number, at: number): number {
    this.sql.run(`${JOURNAL_ALL} IS NULL`, 'trash', notebookPk);
    this.sql.run(`${JOURNAL_ALL} IS NOT NULL`, 'move', notebookPk);
    const trashed = this.sql.run(
      'UPDATE documents SET notebook_pk = ?, deleted_at = ?, updated_at = ? WHERE notebook_pk = ? AND deleted_at IS NULL',
      homePk,
      at,
      at,
      notebookPk,
    );
    this.sql.run('UPDATE documents SET notebook_pk = ? WHERE notebook_pk = ?', homePk, notebookPk);
    return trashed.changes;
  }

  /** Deletes a note, its revisions and its index rows for ever. Its tags must be detached before. */
  purge(document: DocumentRecord): void {
    this.sql.run('DELETE FROM search_fts WHERE rowid = ?', document.pk);
    this.sql.run('DELETE FROM provenance WHERE document_pk = ?', document.pk);
    this.sql.run('DELETE FROM revisions WHERE document_pk = ?', document.pk);
    this.sql.run('DELETE FROM documents WHERE pk = ?', document.pk);
    this.handle.journal('document', document.id, 'purge');
  }

  #addRevision(pk: number, documentPk: number, revision: NewRevision): void {
    const { revisionId, at, origin, title, sizeBytes, body } = revision;
    const sha256 = createHash('sha256').update(body, 'utf8').digest();
    this.sql.run(INSERT_REVISION, pk, revisionId, documentPk, at, origin, title, sizeBytes, sha256, body);
  }

  #index(statement: string, pk: number, content: Content): void {
    this.sql.run(statement, pk, indexable(content.title), indexable(content.body));
  }
}
