import { type Handle, Statements } from '../statements.js';

/** An attachment; several may share the same bytes. */
export interface ResourceRow {
  readonly pk: number;
  readonly id: string;
  /** In hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly filename: string;
  readonly mimeType: string;
  readonly createdAt: number;
}

/** An attachment of a note, and what it is to the note. */
export interface AttachedResource extends ResourceRow {
  readonly relationType: string;
}

/** The relation that follows the text of a note. */
export const EMBEDDED = 'embedded';

/** Why no note has an attachment, as numbered in the library. */
export const UNATTACHED = ['uploaded', 'detached', 'purged'] as const;
export type Unattached = (typeof UNATTACHED)[number];

const COLUMNS = `r.pk, r.id, lower(hex(r.sha256)) AS sha256, r.size_bytes AS sizeBytes, r.filename,
  r.mime_type AS mimeType, r.created_at AS createdAt`;
const BY_ID = `SELECT ${COLUMNS} FROM resources r WHERE r.id = ?`;
const OF_DOCUMENT = `SELECT ${COLUMNS}, dr.relation_type AS relationType
  FROM document_resources dr JOIN resources r ON r.pk = dr.resource_pk
  WHERE dr.document_pk = ? ORDER BY r.filename_key, r.pk, dr.relation_type`;
const USED_BY = `SELECT count(*) AS notes, count(deleted_at) AS trashed FROM documents
  WHERE pk IN (SELECT document_pk FROM document_resources WHERE resource_pk = ?)`;
const COUNTS = `SELECT (SELECT count(*) FROM resources) AS resources,
  (SELECT count(*) FROM document_resources) AS documentResources`;

export class ResourceReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  get(id: string): ResourceRow | undefined {
    return this.sql.get<ResourceRow>(BY_ID, id);
  }

  /** The attachments of a note by name, one twice that is two things to it. */
  ofDocument(documentPk: number): AttachedResource[] {
    return this.sql.all<AttachedResource>(OF_DOCUMENT, documentPk);
  }

  /** How many notes have an attachment, and how many of those are in the trash. */
  usedBy(resourcePk: number): { notes: number; trashed: number } {
    return this.sql.get(USED_BY, resourcePk) as { notes: number; trashed: number };
  }

  counts(): { resources: number; documentResources: number } {
    return this.sql.get(COUNTS) as { resources: number; documentResources: number };
  }
}
