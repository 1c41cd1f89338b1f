import { type Handle, Statements } from './statements.js';

export interface Source {
  readonly kind: string;
  readonly id: string;
}

const IS_SAID = `SELECT EXISTS (SELECT 1 FROM provenance
  WHERE document_pk = ? AND source_kind = ? AND source_id = ? AND content_sha256 = ? AND imported_at = ?)`;
const RECORD = `INSERT INTO provenance (document_pk, source_kind, source_id, content_sha256, imported_at, metadata)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (document_pk, source_kind, source_id) DO UPDATE SET
    content_sha256 = excluded.content_sha256, imported_at = excluded.imported_at, metadata = excluded.metadata`;
const LEARN = 'UPDATE provenance SET metadata = ? WHERE document_pk = ? AND source_kind = ? AND source_id = ?';

export interface ImportedNote {
  readonly documentId: string;
  /** Of what was imported. */
  readonly contentSha256: string;
  /** JSON of what its source said of it besides; null where that is not known. */
  readonly metadata: string | null;
}

/** Where imported notes came from. */
export class ProvenanceReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  /** The note imported from a source, with what was recorded of it; the last imported when two claim it. */
  find(source: Source): ImportedNote | undefined {
    return this.sql.get(
      `SELECT d.id AS documentId, p.content_sha256 AS contentSha256, p.metadata
       FROM provenance p JOIN documents d ON d.pk = p.document_pk
       WHERE p.source_kind = ? AND p.source_id = ? ORDER BY p.imported_at DESC, p.document_pk DESC LIMIT 1`,
      source.kind,
      source.id,
    );
  }

  /** The ids of the sources of a kind that a note was imported from, in no order. */
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

export class ProvenanceWriter extends ProvenanceReader {
  /** As `record`, unless that is said already. */
  recordIfOther(document: { pk: number; id: string }, source: Source, contentSha256: string, at: number): void {
    const said = [document.pk, source.kind, source.id, contentSha256, at];
    if (this.sql.count(IS_SAID, ...said) === 0) this.record(document, source, contentSha256, at);
  }

  /** Says that a note came from a source, with the digest of what was imported and what the source said besides. */
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

  /** Remembers what a source says of a note imported from it, where that was not known. No change to the note. */
  learn(document: { pk: number }, source: Source, metadata: string): void {
    this.sql.run(LEARN, metadata, document.pk, source.kind, source.id);
  }
}
