import { and, desc, eq } from 'drizzle-orm';
import { documents, provenance } from './schema.js';
import type { Handle } from './statements.js';

export interface Source {
  readonly kind: string;
  readonly id: string;
}

/** Where imported notes came from. */
export class ProvenanceReader {
  protected readonly handle: Handle;

  constructor(handle: Handle) {
    this.handle = handle;
  }

  /** The note imported from a source, with the digest of what was imported; the last imported when two claim it. */
  find(source: Source): { documentId: string; contentSha256: string } | undefined {
    return this.handle.orm
      .select({ documentId: documents.id, contentSha256: provenance.contentSha256 })
      .from(provenance)
      .innerJoin(documents, eq(documents.pk, provenance.documentPk))
      .where(and(eq(provenance.sourceKind, source.kind), eq(provenance.sourceId, source.id)))
      .orderBy(desc(provenance.importedAt), desc(provenance.documentPk))
      .limit(1)
      .get();
  }

  isImported(documentPk: number): boolean {
    const row = this.handle.orm
      .select({ pk: provenance.documentPk })
      .from(provenance)
      .where(eq(provenance.documentPk, documentPk))
      .limit(1)
      .get();
    return row !== undefined;
  }
}

export class ProvenanceWriter extends ProvenanceReader {
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
