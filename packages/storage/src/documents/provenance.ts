import { type Handle, Statements } from '../library/statements.js';

/** Identity of an import source. */
export interface Source {
  readonly kind: string;
  readonly id: string;
}

const IS_RECORDED = `SELECT EXISTS (SELECT 1 FROM provenance
  WHERE document_pk = ? AND source_kind = ? AND source_id = ? AND content_sha256 = ? AND imported_at = ?)`;
const RECORD = `INSERT INTO provenance (document_pk, source_kind, source_id, content_sha256, imported_at, metadata)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (document_pk, source_kind, source_id) DO UPDATE SET
    content_sha256 = excluded.content_sha256, imported_at = excluded.imported_at, metadata = excluded.metadata`;
const SET_METADATA = 'UPDATE provenance SET metadata = ? WHERE document_pk = ? AND source_kind = ? AND source_id = ?';

/** Note with the record of an import. */
export interface ImportedNote {
  readonly documentId: string;
  /** SHA-256 of the imported content. */
  readonly contentSha256: string;
  /** Additional metadata from the source as JSON; null when unknown. */
  readonly metadata: string | null;
}

/** Note and one source from which it was imported. */
export interface ImportedFrom extends ImportedNote {
  readonly sourceId: string;
  readonly title: string;
  readonly isTrashed: boolean;
}

/** Reads the import sources of notes. */
export class ProvenanceReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  /**
   * Returns the note imported from a source, with the recorded metadata; the most recently imported when several claim
   * it.
   */
  find(source: Source): ImportedNote | undefined {
    return this.sql.get(
      `SELECT d.id AS documentId, p.content_sha256 AS contentSha256, p.metadata
       FROM provenance p JOIN documents d ON d.pk = p.document_pk
       WHERE p.source_kind = ? AND p.source_id = ? ORDER BY p.imported_at DESC, p.document_pk DESC LIMIT 1`,
      source.kind,
      source.id,
    );
  }

  /**
   * Notes imported from sources of a kind, most recently imported first.
   *
   * @param prefix prefix of the source ids
   */
  listByKind(kind: string, prefix = ''): ImportedFrom[] {
    const rows = this.sql.all<Omit<ImportedFrom, 'isTrashed'> & { deletedAt: number | null }>(
      `SELECT p.source_id AS sourceId, d.id AS documentId, d.title, d.deleted_at AS deletedAt,
         p.content_sha256 AS contentSha256, p.metadata
       FROM provenance p JOIN documents d ON d.pk = p.document_pk
       WHERE p.source_kind = ? AND substr(p.source_id, 1, length(?)) = ?
       ORDER BY p.imported_at DESC, p.document_pk DESC`,
      kind,
      prefix,
      prefix,
    );
    return rows.map(({ deletedAt, ...row }) => ({ ...row, isTrashed: deletedAt !== null }));
  }

  /** Ids of the sources of a kind from which a note was imported, in no order. */
  sourceIds(documentId: string, kind: string): string[] {
    const rows = this.sql.all<{ id: string }>(
      `SELECT p.source_id AS id FROM provenance p JOIN documents d ON d.pk = p.document_pk
       WHERE d.id = ? AND p.source_kind = ?`,
      documentId,
      kind,
    );
    return rows.map(({ id }) => id);
  }

  isImported(documentPk: number): boolean {
    return this.sql.count('SELECT EXISTS (SELECT 1 FROM provenance WHERE document_pk = ?)', documentPk) === 1;
  }
}

/** Writes the import sources of notes. */
export class ProvenanceWriter extends ProvenanceReader {
  /** Records an import like `record`, unless the same is recorded already. */
  recordIfChanged(document: { pk: number; id: string }, source: Source, contentSha256: string, at: number): void {
    const values = [document.pk, source.kind, source.id, contentSha256, at];
    if (this.sql.count(IS_RECORDED, ...values) === 0) this.record(document, source, contentSha256, at);
  }

  /** Records the source of a note, with the digest of the imported content and the metadata from the source. */
  record(
    document: { pk: number; id: string },
    source: Source,
    contentSha256: string,
    at: number,
    metadata: string | null = null,
  ): void {
    this.sql.run(RECORD, document.pk, source.kind, source.id, contentSha256, at, metadata);
    this.handle.journal('document', document.id, 'provenance');
  }

  /** Stores the metadata of an import when it was unknown. Does not count as a change of the note. */
  setMetadata(document: { pk: number }, source: Source, metadata: string): void {
    this.sql.run(SET_METADATA, metadata, document.pk, source.kind, source.id);
  }
}
