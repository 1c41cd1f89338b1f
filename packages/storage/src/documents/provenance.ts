import { and, desc, eq, sql } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, getExcludedValue, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documents, provenance } from '../schema.js';

/** Identity of an import source. */
export interface Source {
  readonly kind: string;
  readonly id: string;
}

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

type ProvenanceRow = typeof provenance.$inferSelect;
type SourceKey = Pick<ProvenanceRow, 'sourceKind' | 'sourceId'>;

const importColumns = {
  documentId: documents.id,
  contentSha256: provenance.contentSha256,
  metadata: provenance.metadata,
};
const lastImportedFirst = [desc(provenance.importedAt), desc(provenance.documentPk)];

const selectBySource = defineQuery(({ sourceKind, sourceId }: Parameters<SourceKey>) =>
  build
    .select(importColumns)
    .from(provenance)
    .innerJoin(documents, eq(documents.pk, provenance.documentPk))
    .where(and(eq(provenance.sourceKind, sourceKind), eq(provenance.sourceId, sourceId)))
    .orderBy(...lastImportedFirst)
    .limit(1),
);
const selectByKind = defineQuery(({ sourceKind, prefix }: Parameters<{ sourceKind: string; prefix: string }>) =>
  build
    .select({
      ...importColumns,
      sourceId: provenance.sourceId,
      title: documents.title,
      isTrashed: sql`${documents.deletedAt} IS NOT NULL`.mapWith(Boolean),
    })
    .from(provenance)
    .innerJoin(documents, eq(documents.pk, provenance.documentPk))
    .where(
      and(eq(provenance.sourceKind, sourceKind), sql`substr(${provenance.sourceId}, 1, length(${prefix})) = ${prefix}`),
    )
    .orderBy(...lastImportedFirst),
);
const selectSourceIds = defineQuery(
  ({ documentId, sourceKind }: Parameters<{ documentId: string; sourceKind: string }>) =>
    build
      .select({ id: provenance.sourceId })
      .from(provenance)
      .innerJoin(documents, eq(documents.pk, provenance.documentPk))
      .where(and(eq(documents.id, documentId), eq(provenance.sourceKind, sourceKind))),
);
const selectAny = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build
    .select({ documentPk: provenance.documentPk })
    .from(provenance)
    .where(eq(provenance.documentPk, documentPk))
    .limit(1),
);

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
    return this.sql.get(selectBySource, { sourceKind: source.kind, sourceId: source.id });
  }

  /**
   * Notes imported from sources of a kind, most recently imported first.
   *
   * @param prefix prefix of the source ids
   */
  listByKind(kind: string, prefix = ''): ImportedFrom[] {
    return this.sql.all(selectByKind, { sourceKind: kind, prefix });
  }

  /** Ids of the sources of a kind from which a note was imported, in no order. */
  sourceIds(documentId: string, kind: string): string[] {
    return this.sql.all(selectSourceIds, { documentId, sourceKind: kind }).map(({ id }) => id);
  }

  isImported(documentPk: number): boolean {
    return this.sql.get(selectAny, { documentPk }) !== undefined;
  }
}

const selectRecorded = defineQuery((recorded: Parameters<Omit<ProvenanceRow, 'metadata'>>) => {
  const { documentPk, sourceKind, sourceId, contentSha256, importedAt } = recorded;
  return build
    .select({ documentPk: provenance.documentPk })
    .from(provenance)
    .where(
      and(
        eq(provenance.documentPk, documentPk),
        eq(provenance.sourceKind, sourceKind),
        eq(provenance.sourceId, sourceId),
        eq(provenance.contentSha256, contentSha256),
        eq(provenance.importedAt, importedAt),
      ),
    );
});
const keepProvenance = defineQuery(
  ({ documentPk, sourceKind, sourceId, contentSha256, importedAt, metadata }: Parameters<ProvenanceRow>) =>
    build
      .insert(provenance)
      .values({ documentPk, sourceKind, sourceId, contentSha256, importedAt, metadata })
      .onConflictDoUpdate({
        target: [provenance.documentPk, provenance.sourceKind, provenance.sourceId],
        set: {
          contentSha256: getExcludedValue(provenance.contentSha256),
          importedAt: getExcludedValue(provenance.importedAt),
          metadata: getExcludedValue(provenance.metadata),
        },
      }),
);
const updateMetadata = defineQuery(
  ({ documentPk, sourceKind, sourceId, metadata }: Parameters<SourceKey & { documentPk: number; metadata: string }>) =>
    build
      .update(provenance)
      .set({ metadata })
      .where(
        and(
          eq(provenance.documentPk, documentPk),
          eq(provenance.sourceKind, sourceKind),
          eq(provenance.sourceId, sourceId),
        ),
      ),
);

/** Writes the import sources of notes. */
export class ProvenanceWriter extends ProvenanceReader {
  /** Records an import like `record`, unless the same is recorded already. */
  recordIfChanged(document: { pk: number; id: string }, source: Source, contentSha256: string, at: number): void {
    const key = { documentPk: document.pk, sourceKind: source.kind, sourceId: source.id };
    if (this.sql.get(selectRecorded, { ...key, contentSha256, importedAt: at }) === undefined)
      this.record(document, source, contentSha256, at);
  }

  /** Records the source of a note, with the digest of the imported content and the metadata from the source. */
  record(
    document: { pk: number; id: string },
    source: Source,
    contentSha256: string,
    at: number,
    metadata: string | null = null,
  ): void {
    const key = { documentPk: document.pk, sourceKind: source.kind, sourceId: source.id };
    this.sql.run(keepProvenance, { ...key, contentSha256, importedAt: at, metadata });
    this.handle.journal('document', document.id, 'provenance');
  }

  /** Stores the metadata of an import when it was unknown. Does not count as a change of the note. */
  setMetadata(document: { pk: number }, source: Source, metadata: string): void {
    const key = { documentPk: document.pk, sourceKind: source.kind, sourceId: source.id };
    this.sql.run(updateMetadata, { ...key, metadata });
  }
}
