import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, names, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documents, revisions, syncBodies, syncOps } from '../schema.js';
import { logByEntity } from '../sync/op-log.js';

/** Revision without its body; `createdAt` is in milliseconds since the Unix epoch. */
export interface RevisionRecord {
  readonly pk: number;
  readonly id: string;
  readonly createdAt: number;
  readonly origin: string;
  readonly title: string;
  readonly sizeBytes: number;
}
export interface RevisionWithBody extends RevisionRecord {
  readonly body: string;
}

/** Oldest consecutive revisions of a note that were all superseded before a given time. */
export interface OldRevisions {
  readonly documentId: string;
  readonly count: number;
  readonly bytes: number;
  /** Id of the newest of them. */
  readonly through: string;
}

const columns = {
  pk: revisions.pk,
  id: revisions.id,
  createdAt: revisions.createdAt,
  origin: revisions.origin,
  title: revisions.title,
  sizeBytes: revisions.sizeBytes,
};
const d = alias(documents, 'd');
const r = alias(revisions, 'r');
const o = alias(syncOps, 'o');

const selectPage = defineQuery(
  ({ documentPk, before, limit }: Parameters<{ documentPk: number; before: number; limit: number }>) =>
    rows(
      columns,
      (list) => sql`SELECT ${list} FROM ${revisions}
        WHERE ${revisions.documentPk} = ${documentPk} AND ${revisions.pk} < ${before}
        ORDER BY ${revisions.pk} DESC LIMIT ${limit}`,
    ),
);
const selectWithBody = defineQuery(({ id, documentPk }: Parameters<{ id: string; documentPk: number }>) =>
  build
    .select({ ...columns, body: revisions.body })
    .from(revisions)
    .where(and(eq(revisions.id, id), eq(revisions.documentPk, documentPk))),
);

const selectDocumentPk = (id: SQL) => sql`(SELECT ${documents.pk} FROM ${documents} WHERE ${documents.id} = ${id})`;
const selectRevisionPk = (id: SQL) => sql`(SELECT ${revisions.pk} FROM ${revisions} WHERE ${revisions.id} = ${id})`;

/**
 * Writes the selection, for each note, of the revisions before the first one that is current or was superseded at or
 * after `before`. The selection is always a prefix of the history, whatever the clocks showed.
 *
 * @param ofNote restriction to one note
 * @param asFar restriction to its oldest revisions
 */
const selectOld = (before: SQL, ofNote = sql``, asFar = sql``) =>
  rows(
    { documentId: d.id, count: sql<number>`old.count`, bytes: sql<number>`old.bytes`, through: r.id },
    (list) => sql`
      WITH followed (pk, document_pk, until) AS (
          SELECT ${r.pk}, ${r.documentPk}, lead(${r.createdAt}) OVER (PARTITION BY ${r.documentPk} ORDER BY ${r.pk})
          FROM ${revisions} ${r} ${ofNote}),
        kept (document_pk, pk) AS (
          SELECT f.document_pk, min(f.pk) FROM followed f JOIN ${documents} ${d} ON ${d.pk} = f.document_pk
          WHERE f.until IS NULL OR f.until >= ${before} OR f.pk = ${d.revisionPk} GROUP BY f.document_pk),
        old (document_pk, count, bytes, last) AS (
          SELECT k.document_pk, count(*), sum(${r.sizeBytes}), max(${r.pk})
          FROM kept k CROSS JOIN ${revisions} ${r} ON ${r.documentPk} = k.document_pk AND ${r.pk} < k.pk ${asFar}
          GROUP BY k.document_pk)
      SELECT ${list} FROM old JOIN ${documents} ${d} ON ${d.pk} = old.document_pk
        JOIN ${revisions} ${r} ON ${r.pk} = old.last ORDER BY ${d.id}`,
  );
const selectAllOld = defineQuery(({ before }: Parameters<{ before: number }>) => selectOld(before));
const selectOldOfNote = defineQuery(
  ({ documentId, before, through }: Parameters<{ documentId: string; before: number; through: string }>) =>
    selectOld(
      before,
      sql`WHERE ${r.documentPk} = ${selectDocumentPk(documentId)}`,
      sql`AND ${r.pk} <= ${selectRevisionPk(through)}`,
    ),
);
/** Keeps the texts to which operations in the sync log refer. */
const keepBodies = defineQuery(
  ({ documentId, through }: Parameters<{ documentId: string; through: string }>) =>
    sql`INSERT OR IGNORE INTO ${syncBodies} (${names(syncBodies.revisionId, syncBodies.body)})
      SELECT ${r.id}, ${r.body} FROM ${logByEntity} ${o}
        CROSS JOIN ${revisions} ${r} ON ${r.id} = ${o.operation} ->> 'rev'
      WHERE ${o.entity} = ${documentId} AND ${o.operation} ->> 'op' = 'doc.write'
        AND ${r.pk} <= ${selectRevisionPk(through)}`,
);
const deleteThrough = defineQuery(
  ({ documentId, through }: Parameters<{ documentId: string; through: string }>) =>
    sql`DELETE FROM ${revisions} WHERE ${revisions.documentPk} = ${selectDocumentPk(documentId)}
      AND ${revisions.pk} <= ${selectRevisionPk(through)}`,
);

/** Reads revisions. */
export class RevisionReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  /** Revisions of each note that were superseded before a time, ordered by note id. */
  listOld(before: number): OldRevisions[] {
    return this.sql.all(selectAllOld, { before });
  }

  /**
   * Revisions of one note that were superseded before a time, up to the revision `through`; undefined when there are
   * none.
   */
  findOld(documentId: string, before: number, through: string): OldRevisions | undefined {
    return this.sql.get(selectOldOfNote, { documentId, before, through });
  }

  /** Revisions of a note, newest first, with a key below `before`. */
  list(documentPk: number, limit: number, before = Number.MAX_SAFE_INTEGER): RevisionRecord[] {
    return this.sql.all(selectPage, { documentPk, before, limit });
  }

  get(documentPk: number, id: string): RevisionWithBody | undefined {
    return this.sql.get(selectWithBody, { id, documentPk });
  }
}

export class RevisionWriter extends RevisionReader {
  /** Deletes old revisions of a note, as just returned by {@link findOld}. */
  removeOld({ documentId, through }: OldRevisions): void {
    this.sql.run(keepBodies, { documentId, through });
    this.sql.run(deleteThrough, { documentId, through });
    this.handle.journal('document', documentId, 'forget');
  }
}
