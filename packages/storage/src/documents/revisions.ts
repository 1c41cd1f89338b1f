import { type Handle, Statements } from '../library/statements.js';
import { BY_ENTITY } from '../sync/op-log.js';

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

const COLUMNS = 'pk, id, created_at AS createdAt, origin, title, size_bytes AS sizeBytes';

/**
 * Selects for each note the revisions before the first one that is current or was superseded at or after `@before`. The
 * selection is always a prefix of the history, whatever the clocks showed.
 */
const OLD = (ofNote = '', asFar = '') => `
  WITH followed (pk, document_pk, until) AS (
      SELECT pk, document_pk, lead(created_at) OVER (PARTITION BY document_pk ORDER BY pk) FROM revisions ${ofNote}),
    kept (document_pk, pk) AS (
      SELECT f.document_pk, min(f.pk) FROM followed f JOIN documents d ON d.pk = f.document_pk
      WHERE f.until IS NULL OR f.until >= @before OR f.pk = d.revision_pk GROUP BY f.document_pk),
    old (document_pk, count, bytes, last) AS (
      SELECT k.document_pk, count(*), sum(r.size_bytes), max(r.pk)
      FROM kept k CROSS JOIN revisions r ON r.document_pk = k.document_pk AND r.pk < k.pk ${asFar} GROUP BY k.document_pk)
  SELECT d.id AS documentId, old.count, old.bytes, r.id AS through
  FROM old JOIN documents d ON d.pk = old.document_pk JOIN revisions r ON r.pk = old.last ORDER BY d.id`;
const OLD_OF_ALL = OLD();
const OLD_OF_NOTE = OLD(
  'WHERE document_pk = (SELECT pk FROM documents WHERE id = @id)',
  'AND r.pk <= (SELECT pk FROM revisions WHERE id = @through)',
);
/** Keeps the texts to which operations in the sync log refer. */
const KEEP_BODIES = `INSERT OR IGNORE INTO sync_bodies (revision_id, body)
  SELECT r.id, r.body FROM ${BY_ENTITY} o CROSS JOIN revisions r ON r.id = o.operation ->> 'rev'
  WHERE o.entity = @documentId AND o.operation ->> 'op' = 'doc.write'
  AND r.pk <= (SELECT pk FROM revisions WHERE id = @through)`;
const DELETE_THROUGH = `DELETE FROM revisions
  WHERE document_pk = (SELECT pk FROM documents WHERE id = @documentId)
  AND pk <= (SELECT pk FROM revisions WHERE id = @through)`;

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
    return this.sql.all<OldRevisions>(OLD_OF_ALL, { before });
  }

  /**
   * Revisions of one note that were superseded before a time, up to the revision `through`; undefined when there are
   * none.
   */
  findOld(documentId: string, before: number, through: string): OldRevisions | undefined {
    return this.sql.get<OldRevisions>(OLD_OF_NOTE, { id: documentId, before, through });
  }

  /** Revisions of a note, newest first, with a key below `before`. */
  list(documentPk: number, limit: number, before = Number.MAX_SAFE_INTEGER): RevisionRecord[] {
    return this.sql.all(
      `SELECT ${COLUMNS} FROM revisions WHERE document_pk = ? AND pk < ? ORDER BY pk DESC LIMIT ?`,
      documentPk,
      before,
      limit,
    );
  }

  get(documentPk: number, id: string): RevisionWithBody | undefined {
    return this.sql.get(`SELECT ${COLUMNS}, body FROM revisions WHERE id = ? AND document_pk = ?`, id, documentPk);
  }
}

export class RevisionWriter extends RevisionReader {
  /** Deletes old revisions of a note, as just returned by {@link findOld}. */
  removeOld({ documentId, through }: OldRevisions): void {
    this.sql.run(KEEP_BODIES, { documentId, through });
    this.sql.run(DELETE_THROUGH, { documentId, through });
    this.handle.journal('document', documentId, 'forget');
  }
}
