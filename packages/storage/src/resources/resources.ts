import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Source } from '../documents/provenance.js';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, type Parameters, type Row, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documentResources, documents, resourceProvenance, resources, sourceBundles } from '../schema.js';

/** Attachment; several may share the same bytes. */
export interface ResourceRow {
  readonly pk: number;
  readonly id: string;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly filename: string;
  readonly mimeType: string;
  readonly createdAt: number;
  /** Time since which no note uses it, and the reason; null while a note uses it. */
  readonly unattached: { readonly at: number; readonly why: Unattached } | null;
}

/** Attachment with its relation to a note. */
export interface AttachedResource extends ResourceRow {
  readonly relationType: string;
}

/** Relation that follows from the text of a note. */
export const EMBEDDED = 'embedded';

/** Reasons why no note uses an attachment; their indexes are stored in the library. */
export const UNATTACHED = ['uploaded', 'detached', 'purged'] as const;
export type Unattached = (typeof UNATTACHED)[number];

const columns = {
  pk: resources.pk,
  id: resources.id,
  sha256: toHex(resources.sha256),
  sizeBytes: resources.sizeBytes,
  filename: resources.filename,
  mimeType: resources.mimeType,
  createdAt: resources.createdAt,
  unattachedAt: resources.unattachedAt,
  unattachedBy: resources.unattachedBy,
};

const selectById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select(columns).from(resources).where(eq(resources.id, id)),
);
const selectBySource = defineQuery(({ kind, id }: Parameters<Source>) =>
  build
    .select(columns)
    .from(resourceProvenance)
    .innerJoin(resources, eq(resources.pk, resourceProvenance.resourcePk))
    .where(and(eq(resourceProvenance.sourceKind, kind), eq(resourceProvenance.sourceId, id)))
    .orderBy(desc(resourceProvenance.importedAt), desc(resources.id))
    .limit(1),
);
const selectOfDocument = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build
    .select({ ...columns, relationType: documentResources.relationType })
    .from(documentResources)
    .innerJoin(resources, eq(resources.pk, documentResources.resourcePk))
    .where(eq(documentResources.documentPk, documentPk))
    .orderBy(asc(resources.filenameKey), asc(resources.pk), asc(documentResources.relationType)),
);
const selectRelation = defineQuery((relation: Parameters<typeof documentResources.$inferSelect>) => {
  const { documentPk, resourcePk, relationType } = relation;
  return build
    .select({ resourcePk: documentResources.resourcePk })
    .from(documentResources)
    .where(
      and(
        eq(documentResources.documentPk, documentPk),
        eq(documentResources.resourcePk, resourcePk),
        eq(documentResources.relationType, relationType),
      ),
    );
});
const countUsing = defineQuery(({ resourcePk }: Parameters<{ resourcePk: number }>) =>
  build
    .select({ notes: count(), trashed: count(documents.deletedAt) })
    .from(documents)
    .where(
      sql`${documents.pk} IN (SELECT ${documentResources.documentPk} FROM ${documentResources}
        WHERE ${documentResources.resourcePk} = ${resourcePk})`,
    ),
);
const hasReference = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  rows(
    {
      found: sql`EXISTS (SELECT 1 FROM ${resources} WHERE ${resources.sha256} = unhex(${sha256}))
        OR EXISTS (SELECT 1 FROM ${sourceBundles} WHERE ${sourceBundles.sha256} = unhex(${sha256}))`.mapWith(Boolean),
    },
    (list) => sql`SELECT ${list}`,
  ),
);
const selectByDigest = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  build
    .select({ pk: resources.pk })
    .from(resources)
    .where(eq(resources.sha256, sql`unhex(${sha256})`)),
);
const selectNamesByDigest = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  build
    .select({ id: resources.id, filename: resources.filename })
    .from(resources)
    .where(eq(resources.sha256, sql`unhex(${sha256})`))
    .orderBy(asc(resources.id)),
);
const countAll = defineQuery(() =>
  rows(
    {
      resources: sql<number>`(SELECT count(*) FROM ${resources})`,
      documentResources: sql<number>`(SELECT count(*) FROM ${documentResources})`,
    },
    (list) => sql`SELECT ${list}`,
  ),
);

/** Reads attachments. */
export class ResourceReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  get(id: string): ResourceRow | undefined {
    const row = this.sql.get(selectById, { id });
    return row && toResourceRow(row);
  }

  /** Returns the attachment last imported from a source: the same one on all devices with the same imports. */
  findBySource({ kind, id }: Source): ResourceRow | undefined {
    const row = this.sql.get(selectBySource, { kind, id });
    return row && toResourceRow(row);
  }

  /** Attachments of a note ordered by name; one entry for each relation. */
  listForDocument(documentPk: number): AttachedResource[] {
    const attached = this.sql.all(selectOfDocument, { documentPk });
    return attached.map((row) => ({ ...toResourceRow(row), relationType: row.relationType }));
  }

  /** Returns true when the text of a note embeds the attachment or links to it. */
  isEmbedded(documentPk: number, resourcePk: number): boolean {
    return this.sql.get(selectRelation, { documentPk, resourcePk, relationType: EMBEDDED }) !== undefined;
  }

  /** Number of notes that use an attachment, and how many of them are trashed. */
  countUses(resourcePk: number): { notes: number; trashed: number } {
    return this.sql.get(countUsing, { resourcePk }) as { notes: number; trashed: number };
  }

  /** Returns true when an attachment or import source has the bytes with this SHA-256 (hex). */
  isReferenced(sha256: string): boolean {
    return this.sql.value(hasReference, { sha256 }) === true;
  }

  /** Keys of the attachments that have the bytes with this SHA-256 (hex). */
  findKeysByDigest(sha256: string): number[] {
    return this.sql.all(selectByDigest, { sha256 }).map(({ pk }) => pk);
  }

  /** Ids and file names of the attachments that have the bytes with this SHA-256 (hex). */
  listNamesByDigest(sha256: string): Pick<ResourceRow, 'id' | 'filename'>[] {
    return this.sql.all(selectNamesByDigest, { sha256 });
  }

  counts(): { resources: number; documentResources: number } {
    return this.sql.get(countAll) as { resources: number; documentResources: number };
  }
}

function toResourceRow(stored: Row<typeof columns>): ResourceRow {
  const { pk, id, sha256, sizeBytes, filename, mimeType, createdAt, unattachedAt: at, unattachedBy: by } = stored;
  const unattached = at === null || by === null ? null : { at, why: UNATTACHED[by] as Unattached };
  return { pk, id, sha256, sizeBytes, filename, mimeType, createdAt, unattached };
}
