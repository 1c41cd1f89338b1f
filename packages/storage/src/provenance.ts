import { provenance } from './schema.js';
import { type Handle, Statements } from './statements.js';

export interface Source {
  readonly kind: string;
  readonly id: string;
}

const IS_SAID = `SELECT EXISTS (SELECT 1 FROM provenance
  WHERE document_pk = ? AND source_kind = ? AND source_id = ? AND content_sha256 = ? AND imported_at = ?)`;

/** Where imported notes came from. */
export class ProvenanceReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  /** The note imported from a source, with the digest of what was imported; the last imported when two claim it. */
  find(source: Source): { documentId: string; contentSha256: string } | undefined {
    return this.sql.get(
      `SELECT d.id AS documentId, p.content_sha256 AS contentSha256
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

  /** Says that a note came from a source, with the digest of what was imported. */
  record(document: { pk: number; id: string }, source: Source, contentSha256: string, at: number): void {
    const values = { contentSha256, importedAt: at };
    this.handle.orm
      .insert(provenance)
      .values({ documentPk: document.pk, sourceKind: source.kind, sourceId: source.id, ...values })
      .onConflictDoUpdate({
        target: [provenance.documentPk, provenance.sourceKind, provenance.sourceId],
        set: values,
      })
      .run();
    this.handle.journal('document', document.id, 'provenance');
  }
}
