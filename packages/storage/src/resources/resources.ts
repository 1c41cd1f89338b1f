import type { Source } from '../documents/provenance.js';
import { type Handle, Statements } from '../library/statements.js';

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

const COLUMNS = `r.pk, r.id, lower(hex(r.sha256)), r.size_bytes, r.filename, r.mime_type, r.created_at,
  r.unattached_at, r.unattached_by`;
type Columns = [
  pk: number,
  id: string,
  sha256: string,
  sizeBytes: number,
  filename: string,
  mimeType: string,
  createdAt: number,
  unattachedAt: number | null,
  unattachedBy: number | null,
];
const BY_ID = `SELECT ${COLUMNS} FROM resources r WHERE r.id = ?`;
const OF_SOURCE = `SELECT ${COLUMNS} FROM resource_provenance p JOIN resources r ON r.pk = p.resource_pk
  WHERE p.source_kind = ? AND p.source_id = ?`;
const OF_DOCUMENT = `SELECT dr.relation_type, ${COLUMNS}
  FROM document_resources dr JOIN resources r ON r.pk = dr.resource_pk
  WHERE dr.document_pk = ? ORDER BY r.filename_key, r.pk, dr.relation_type`;
const IS = `SELECT EXISTS (SELECT 1 FROM document_resources
  WHERE document_pk = ? AND resource_pk = ? AND relation_type = ?)`;
const USED_BY = `SELECT count(*) AS notes, count(deleted_at) AS trashed FROM documents
  WHERE pk IN (SELECT document_pk FROM document_resources WHERE resource_pk = ?)`;
const NAMES_BYTES = `SELECT EXISTS (SELECT 1 FROM resources WHERE sha256 = unhex(?))
  OR EXISTS (SELECT 1 FROM source_bundles WHERE sha256 = unhex(?))`;
const COUNTS = `SELECT (SELECT count(*) FROM resources) AS resources,
  (SELECT count(*) FROM document_resources) AS documentResources`;

/** Reads attachments. */
export class ResourceReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  get(id: string): ResourceRow | undefined {
    const row = this.sql.row<Columns>(BY_ID, id);
    return row && toResourceRow(row);
  }

  /** Returns the attachment last imported from a source. */
  findBySource({ kind, id }: Source): ResourceRow | undefined {
    const row = this.sql.row<Columns>(OF_SOURCE, kind, id);
    return row && toResourceRow(row);
  }

  /** Attachments of a note ordered by name; one entry for each relation. */
  listForDocument(documentPk: number): AttachedResource[] {
    const rows = this.sql.rows<[relationType: string, ...Columns]>(OF_DOCUMENT, documentPk);
    return rows.map(([relationType, ...row]) => ({ ...toResourceRow(row), relationType }));
  }

  /** Returns true when the text of a note embeds the attachment or links to it. */
  isEmbedded(documentPk: number, resourcePk: number): boolean {
    return this.sql.count(IS, documentPk, resourcePk, EMBEDDED) === 1;
  }

  /** Number of notes that use an attachment, and how many of them are trashed. */
  countUses(resourcePk: number): { notes: number; trashed: number } {
    return this.sql.get(USED_BY, resourcePk) as { notes: number; trashed: number };
  }

  /** Returns true when an attachment or import source has the bytes with this SHA-256 (hex). */
  isReferenced(sha256: string): boolean {
    return this.sql.count(NAMES_BYTES, sha256, sha256) === 1;
  }

  /** Keys of the attachments that have the bytes with this SHA-256 (hex). */
  findKeysByDigest(sha256: string): number[] {
    return this.sql.rows<[pk: number]>('SELECT pk FROM resources WHERE sha256 = unhex(?)', sha256).map(([pk]) => pk);
  }

  counts(): { resources: number; documentResources: number } {
    return this.sql.get(COUNTS) as { resources: number; documentResources: number };
  }
}

function toResourceRow([pk, id, sha256, sizeBytes, filename, mimeType, createdAt, at, by]: Columns): ResourceRow {
  const unattached = at === null || by === null ? null : { at, why: UNATTACHED[by] as Unattached };
  return { pk, id, sha256, sizeBytes, filename, mimeType, createdAt, unattached };
}
