import { count, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, literal, type Parameters, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { UNATTACHED, type Unattached } from '../resources/resources.js';
import { documentResources, documents, notebooks, resources } from '../schema.js';

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

const PURGED = literal(UNATTACHED.indexOf('purged'));
const sha256 = toHex(resources.sha256);
const selectUnattached = defineQuery(({ purgedMs, unattachedMs }: Parameters<RecoveryWindows>) =>
  rows(
    {
      id: resources.id,
      sha256,
      sizeBytes: resources.sizeBytes,
      by: sql<number>`${resources.unattachedBy}`,
      until: sql<number>`${resources.unattachedAt}
        + CASE ${resources.unattachedBy} WHEN ${PURGED} THEN ${purgedMs} ELSE ${unattachedMs} END`,
    },
    (list) => sql`SELECT ${list} FROM ${resources} INDEXED BY resources_unattached
      WHERE ${resources.unattachedAt} IS NOT NULL ORDER BY 5, ${resources.id}`,
  ),
);
const measureAttached = defineQuery(() =>
  build
    .select({ count: count(), bytes: sql<number>`coalesce(sum(${resources.sizeBytes}), 0)` })
    .from(resources)
    .where(isNull(resources.unattachedAt)),
);
const selectShared = defineQuery(() =>
  build
    .select({
      sha256,
      sizeBytes: resources.sizeBytes,
      ids: sql<string>`json_group_array(${resources.id} ORDER BY ${resources.id})`,
    })
    .from(resources)
    .groupBy(resources.sha256)
    .having(gt(count(), literal(1)))
    .orderBy(sql`1`),
);
const d = alias(documents, 'd');
const dr = alias(documentResources, 'dr');
const n = alias(notebooks, 'n');
const r = alias(resources, 'r');
const selectUseByNotebook = defineQuery(() =>
  rows(
    {
      notebookId: n.id,
      notes: sql<number>`noted.notes`,
      resources: sql<number>`count(*)`,
      bytes: sql<number>`sum(${r.sizeBytes})`,
    },
    (list) => sql`
      WITH uses (notebook_pk, document_pk, resource_pk) AS (
          SELECT ${d.notebookPk}, ${d.pk}, ${dr.resourcePk}
          FROM ${documentResources} ${dr} JOIN ${documents} ${d} ON ${d.pk} = ${dr.documentPk}
          WHERE ${d.deletedAt} IS NULL),
        noted (notebook_pk, notes) AS (SELECT notebook_pk, count(DISTINCT document_pk) FROM uses GROUP BY notebook_pk)
      SELECT ${list} FROM (SELECT DISTINCT notebook_pk, resource_pk FROM uses) used
      JOIN ${notebooks} ${n} ON ${n.pk} = used.notebook_pk JOIN noted ON noted.notebook_pk = used.notebook_pk
      JOIN ${resources} ${r} ON ${r.pk} = used.resource_pk GROUP BY ${n.id} ORDER BY ${n.id}`,
  ),
);

/** Reads the use of attachments in the whole library. */
export class ResourceReportReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Attachments that no note uses, ordered by the end of their retention. */
  *listUnattached(windows: RecoveryWindows): Generator<UnattachedResource> {
    for (const row of this.#sql.iterate(selectUnattached, windows))
      yield { ...row, by: UNATTACHED[row.by] as Unattached };
  }

  /** Number of attachments in use by notes, trashed ones too, and the sum of their sizes in bytes. */
  measureAttached(): { count: number; bytes: number } {
    return this.#sql.get(measureAttached) as { count: number; bytes: number };
  }

  /** Bytes that several attachments share, ordered by digest. */
  *listShared(): Generator<SharedBytes> {
    for (const { ids, ...row } of this.#sql.iterate(selectShared)) yield { ...row, resourceIds: JSON.parse(ids) };
  }

  /** Attachments of the active notes of each notebook that has any, ordered by notebook id. */
  measureUseByNotebook(): NotebookUse[] {
    return this.#sql.all(selectUseByNotebook);
  }
}
