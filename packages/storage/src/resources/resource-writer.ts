import { nameKey } from '@notes/query-language';
import { and, eq, max, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Derived } from '../documents/derived.js';
import type { Source } from '../documents/provenance.js';
import type { GroupCommit } from '../library/group-commit.js';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, getExcludedValue, type Parameters } from '../library/query.js';
import { LinkWriter } from '../links/link-writer.js';
import { documentResources, resourceProvenance, resources } from '../schema.js';
import type { Blobs, ReceivedBlob, StoredBlob } from './blobs.js';
import { EMBEDDED, ResourceReader, type ResourceRow, UNATTACHED, type Unattached } from './resources.js';

interface NamedBytes {
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Attachment to be stored; `at` is its creation time in milliseconds since the Unix epoch. */
export interface NewResource {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly at: number;
}

type StoredResource = typeof resources.$inferSelect;
type Relation = typeof documentResources.$inferSelect;
type RelationOfAnyType = Omit<Relation, 'relationType'>;

const insertResource = defineQuery(
  (resource: Parameters<Omit<StoredResource, 'pk' | 'sha256'> & { readonly sha256: string }>) => {
    const { id, sha256, sizeBytes, filename, filenameKey, mimeType, createdAt, unattachedAt, unattachedBy } = resource;
    const file = { sha256: sql`unhex(${sha256})`, sizeBytes, filename, filenameKey, mimeType };
    return build.insert(resources).values({ id, ...file, createdAt, unattachedAt, unattachedBy });
  },
);
const updateName = defineQuery(
  ({ pk, filename, filenameKey }: Parameters<{ pk: number; filename: string; filenameKey: string }>) =>
    build.update(resources).set({ filename, filenameKey }).where(eq(resources.pk, pk)),
);
const deleteResource = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.delete(resources).where(eq(resources.pk, pk)),
);
const selectKeys = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  build
    .select({ pk: resources.pk })
    .from(resources)
    .where(sql`${resources.id} IN (SELECT value FROM json_each(${ids}))`),
);
const markAttached = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.update(resources).set({ unattachedAt: null, unattachedBy: null }).where(eq(resources.pk, pk)),
);
const dr = alias(documentResources, 'dr');
/** Marks the given attachments that no note uses any more. */
const markUnattached = defineQuery(({ at, by, pks }: Parameters<{ at: number; by: number; pks: string }>) =>
  build
    .update(resources)
    .set({ unattachedAt: at, unattachedBy: by })
    .where(
      sql`${resources.pk} IN (SELECT value FROM json_each(${pks}))
        AND NOT EXISTS (SELECT 1 FROM ${documentResources} ${dr} WHERE ${dr.resourcePk} = ${resources.pk})`,
    ),
);
const keepSource = defineQuery(
  ({ sourceKind, sourceId, resourcePk, importedAt }: Parameters<typeof resourceProvenance.$inferSelect>) =>
    build
      .insert(resourceProvenance)
      .values({ sourceKind, sourceId, resourcePk, importedAt })
      .onConflictDoUpdate({
        target: [resourceProvenance.sourceKind, resourceProvenance.sourceId, resourceProvenance.resourcePk],
        set: { importedAt: getExcludedValue(resourceProvenance.importedAt) },
      }),
);

const selectLastImport = defineQuery(({ kind, id }: Parameters<Source>) =>
  build
    .select({ at: max(resourceProvenance.importedAt) })
    .from(resourceProvenance)
    .where(and(eq(resourceProvenance.sourceKind, kind), eq(resourceProvenance.sourceId, id))),
);

const insertRelation = defineQuery(({ documentPk, resourcePk, relationType }: Parameters<Relation>) =>
  build.insert(documentResources).values({ documentPk, resourcePk, relationType }).onConflictDoNothing(),
);
const copyRelations = defineQuery(({ fromPk, toPk }: Parameters<{ fromPk: number; toPk: number }>) =>
  build
    .insert(documentResources)
    .select(
      build
        .select({
          documentPk: sql<number>`${toPk}`.as('document_pk'),
          resourcePk: documentResources.resourcePk,
          relationType: documentResources.relationType,
        })
        .from(documentResources)
        .where(and(eq(documentResources.documentPk, fromPk), ne(documentResources.relationType, EMBEDDED))),
    )
    .onConflictDoNothing(),
);
const selectEmbedded = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build
    .select({ pk: documentResources.resourcePk })
    .from(documentResources)
    .where(and(eq(documentResources.documentPk, documentPk), eq(documentResources.relationType, EMBEDDED))),
);
const selectAttached = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build
    .selectDistinct({ pk: documentResources.resourcePk })
    .from(documentResources)
    .where(eq(documentResources.documentPk, documentPk)),
);
const deleteRelation = defineQuery(({ documentPk, resourcePk, relationType }: Parameters<Relation>) =>
  build
    .delete(documentResources)
    .where(
      and(
        eq(documentResources.documentPk, documentPk),
        eq(documentResources.resourcePk, resourcePk),
        eq(documentResources.relationType, relationType),
      ),
    ),
);
const deleteOtherThanEmbedded = defineQuery(({ documentPk, resourcePk }: Parameters<RelationOfAnyType>) =>
  build
    .delete(documentResources)
    .where(
      and(
        eq(documentResources.documentPk, documentPk),
        eq(documentResources.resourcePk, resourcePk),
        ne(documentResources.relationType, EMBEDDED),
      ),
    ),
);
const deleteRelations = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build.delete(documentResources).where(eq(documentResources.documentPk, documentPk)),
);

/** Writes attachments and their relations to notes. */
export class ResourceWriter extends ResourceReader {
  readonly #blobs: Blobs;
  readonly #writer: GroupCommit;
  readonly #links: LinkWriter;

  constructor(handle: Handle, blobs: Blobs, writer: GroupCommit) {
    super(handle);
    this.#blobs = blobs;
    this.#writer = writer;
    this.#links = new LinkWriter(handle);
  }

  /**
   * Creates an attachment from received bytes and places the bytes. `deduplicated` is true when the library had them
   * already.
   *
   * @param unattachedAt milliseconds since the Unix epoch from which it counts as unused; by default its creation time
   */
  adopt(
    received: ReceivedBlob,
    resource: NewResource,
    unattachedAt: number = resource.at,
  ): { resource: ResourceRow; deduplicated: boolean } {
    const { sha256, sizeBytes } = received;
    const deduplicated = !this.#blobs.place(received);
    return { resource: this.#insert({ ...resource, sha256, sizeBytes }, unattachedAt), deduplicated };
  }

  /** Creates an attachment whose bytes arrive later. It counts as unused from now on, whatever its creation time. */
  insertWithoutBytes(resource: NewResource & NamedBytes): ResourceRow {
    return this.#insert(resource, Date.now());
  }

  #insert(resource: NewResource & NamedBytes, unattachedAt: number): ResourceRow {
    const { id, sha256, sizeBytes, filename, mimeType, at } = resource;
    const file = { sha256, sizeBytes, filename, filenameKey: nameKey(filename), mimeType };
    const unattachedBy = UNATTACHED.indexOf('uploaded');
    this.sql.run(insertResource, { id, ...file, createdAt: at, unattachedAt, unattachedBy });
    this.handle.journal('resource', id, 'create');
    const inserted = this.get(id) as ResourceRow;
    this.#embedWhereReferenced(inserted);
    return inserted;
  }

  rename({ pk, id }: ResourceRow, filename: string): void {
    this.sql.run(updateName, { pk, filename, filenameKey: nameKey(filename) });
    this.handle.journal('resource', id, 'rename');
  }

  /** Records a source of an attachment, from which others may have been imported too. */
  recordSource({ pk, id }: ResourceRow, source: Source, at: number): void {
    this.sql.run(keepSource, { sourceKind: source.kind, sourceId: source.id, resourcePk: pk, importedAt: at });
    this.handle.journal('resource', id, 'provenance');
  }

  /**
   * Records a source of an attachment that is imported now. The attachment becomes the newest of the source, even when
   * the clock was set back since the last import.
   */
  recordImport(resource: ResourceRow, source: Source, now: number): void {
    this.recordSource(resource, source, Math.max(now, this.sql.count(selectLastImport, source) + 1));
  }

  /**
   * Deletes an unused attachment. Its bytes are removed after the commit, unless another attachment has the same bytes.
   */
  remove(resource: ResourceRow): void {
    this.deleteRow(resource);
    this.#writer.followUp(() => this.removeUnreferenced(resource.sha256));
  }

  /** Deletes an unused attachment, but not its bytes. */
  deleteRow({ pk, id }: ResourceRow): void {
    this.sql.run(deleteResource, { pk });
    this.handle.journal('resource', id, 'delete');
  }

  /**
   * Removes stored bytes that no row refers to. Call it only after that state is durable, since removal cannot be
   * undone.
   */
  removeUnreferenced(sha256: string): void {
    if (!this.isReferenced(sha256)) this.#blobs.remove(sha256);
  }

  /** Returns stored bytes that no row refers to; undefined when a row refers to them or they are missing. */
  findUnreferenced(sha256: string): StoredBlob | undefined {
    return this.isReferenced(sha256) ? undefined : this.#blobs.find(sha256);
  }

  /** Attaches an attachment to a note. Returns false when this relation exists already. */
  attach(documentPk: number, resourcePk: number, relationType: string): boolean {
    const added = this.sql.run(insertRelation, { documentPk, resourcePk, relationType }).changes === 1;
    if (added) this.sql.run(markAttached, { pk: resourcePk });
    return added;
  }

  /**
   * Detaches an attachment from a note, except where the text embeds it.
   *
   * @returns false when there was no other relation
   */
  detach(documentPk: number, resourcePk: number, at: number): boolean {
    if (this.sql.run(deleteOtherThanEmbedded, { documentPk, resourcePk }).changes === 0) return false;
    this.#markUnattached([resourcePk], 'detached', at);
    return true;
  }

  /** Removes one relation of an attachment to a note. */
  detachAs(documentPk: number, resourcePk: number, relationType: string, at: number): void {
    this.sql.run(deleteRelation, { documentPk, resourcePk, relationType });
    this.#markUnattached([resourcePk], 'detached', at);
  }

  /** Copies the relations of a note to another, except embeds, which follow from the text. */
  copyRelations(fromPk: number, toPk: number): void {
    this.sql.run(copyRelations, { fromPk, toPk });
  }

  /** Embeds attachments in a new note from the data derived from its text. */
  embedFirst(documentPk: number, derived: Derived): void {
    for (const pk of this.#findReferenced(derived)) this.attach(documentPk, pk, EMBEDDED);
  }

  /** Sets the embedded attachments of a note from the data derived from its text. */
  embed(documentPk: number, derived: Derived, at: number): void {
    const wanted = this.#findReferenced(derived);
    const stored = new Set(this.sql.all(selectEmbedded, { documentPk }).map(({ pk }) => pk));
    const gone = [...stored].filter((pk) => !wanted.has(pk));
    for (const pk of gone) this.sql.run(deleteRelation, { documentPk, resourcePk: pk, relationType: EMBEDDED });
    if (gone.length > 0) this.#markUnattached(gone, 'detached', at);
    for (const pk of wanted) if (!stored.has(pk)) this.attach(documentPk, pk, EMBEDDED);
  }

  #findReferenced(derived: Derived): Set<number> {
    const ids = listReferenced(derived);
    const found = ids.length === 0 ? [] : this.sql.all(selectKeys, { ids: JSON.stringify(ids) });
    return new Set(found.map(({ pk }) => pk));
  }

  /** Detaches all attachments from a note that is being purged. */
  release(documentPk: number, at: number): void {
    const attached = this.sql.all(selectAttached, { documentPk }).map(({ pk }) => pk);
    if (attached.length === 0) return;
    this.sql.run(deleteRelations, { documentPk });
    this.#markUnattached(attached, 'purged', at);
  }

  /** Links a new attachment to the notes whose texts referred to it before it existed. */
  #embedWhereReferenced({ pk, id }: ResourceRow): void {
    const links = this.#links.findLinksToResource(id);
    this.#links.refresh(links);
    for (const { sourcePk } of links) this.attach(sourcePk, pk, EMBEDDED);
  }

  #markUnattached(resourcePks: readonly number[], why: Unattached, at: number): void {
    this.sql.run(markUnattached, { at, by: UNATTACHED.indexOf(why), pks: JSON.stringify(resourcePks) });
  }
}

/** Returns the ids of the attachments that a text may embed. */
export function listReferenced({ links, resources = [] }: Derived): string[] {
  const linked = links.flatMap(({ reference }) => (reference.type === 'resource' ? reference.id : []));
  return [...linked, ...resources];
}
