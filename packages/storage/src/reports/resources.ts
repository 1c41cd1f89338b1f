import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { UNATTACHED, type Unattached } from '../resources/resources.js';

/** Attachment that no note uses. */
export interface UnattachedResource {
  readonly id: string;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly by: Unattached;
  /** End of its retention, in milliseconds since the Unix epoch. */
  readonly until: number;
}

/** Retention of unused attachments, in milliseconds. */
export interface RecoveryWindows {
  readonly unattachedMs: number;
  readonly purgedMs: number;
}

/** Bytes that several attachments share. */
export interface SharedBytes {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly resourceIds: readonly string[];
}

/** Attachments of the active notes directly in a notebook. */
export interface NotebookUse {
  readonly notebookId: string;
  /** Number of notes with an attachment. */
  readonly notes: number;
  /** Number of distinct attachments, and the sum of their sizes in bytes. */
  readonly resources: number;
  readonly bytes: number;
}

const PURGED = UNATTACHED.indexOf('purged');
const UNATTACHED_RESOURCES = `SELECT id, lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes, unattached_by AS "by",
    unattached_at + CASE unattached_by WHEN ${PURGED} THEN ? ELSE ? END AS until
  FROM resources INDEXED BY resources_unattached WHERE unattached_at IS NOT NULL ORDER BY until, id`;
const ATTACHED = `SELECT count(*) AS count, coalesce(sum(size_bytes), 0) AS bytes
  FROM resources WHERE unattached_at IS NULL`;
const SHARED = `SELECT lower(hex(sha256)) AS sha256, size_bytes AS sizeBytes, json_group_array(id ORDER BY id) AS ids
  FROM resources GROUP BY sha256 HAVING count(*) > 1 ORDER BY sha256`;
const USE_BY_NOTEBOOK = `
  WITH uses (notebook_pk, document_pk, resource_pk) AS (
      SELECT d.notebook_pk, d.pk, dr.resource_pk FROM document_resources dr JOIN documents d ON d.pk = dr.document_pk
      WHERE d.deleted_at IS NULL),
    noted (notebook_pk, notes) AS (SELECT notebook_pk, count(DISTINCT document_pk) FROM uses GROUP BY notebook_pk)
  SELECT n.id AS notebookId, noted.notes, count(*) AS resources, sum(r.size_bytes) AS bytes
  FROM (SELECT DISTINCT notebook_pk, resource_pk FROM uses) used
  JOIN notebooks n ON n.pk = used.notebook_pk JOIN noted ON noted.notebook_pk = used.notebook_pk
  JOIN resources r ON r.pk = used.resource_pk GROUP BY n.id ORDER BY n.id`;

/** Reads the use of attachments in the whole library. */
export class ResourceReportReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Attachments that no note uses, ordered by the end of their retention. */
  *listUnattached({ unattachedMs, purgedMs }: RecoveryWindows): Generator<UnattachedResource> {
    const rows = this.#sql.iterate<Omit<UnattachedResource, 'by'> & { by: number }>(
      UNATTACHED_RESOURCES,
      purgedMs,
      unattachedMs,
    );
    for (const row of rows) yield { ...row, by: UNATTACHED[row.by] as Unattached };
  }

  /** Number of attachments in use by notes, trashed ones too, and the sum of their sizes in bytes. */
  measureAttached(): { count: number; bytes: number } {
    return this.#sql.get(ATTACHED) as { count: number; bytes: number };
  }

  /** Bytes that several attachments share, ordered by digest. */
  *listShared(): Generator<SharedBytes> {
    for (const { ids, ...row } of this.#sql.iterate<Omit<SharedBytes, 'resourceIds'> & { ids: string }>(SHARED))
      yield { ...row, resourceIds: JSON.parse(ids) };
  }

  /** Attachments of the active notes of each notebook that has any, ordered by notebook id. */
  measureUseByNotebook(): NotebookUse[] {
    return this.#sql.all<NotebookUse>(USE_BY_NOTEBOOK);
  }
}
