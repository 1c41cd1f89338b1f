import { type Handle, Statements } from './statements.js';

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

const COLUMNS = 'pk, id, created_at AS createdAt, origin, title, size_bytes AS sizeBytes';

export class RevisionReader {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  /** Revisions of a note, newest first, older than `before`. */
  list(documentPk: number, limit: number, before = Number.MAX_SAFE_INTEGER): RevisionRecord[] {
    return this.#sql.all(
      `SELECT ${COLUMNS} FROM revisions WHERE document_pk = ? AND pk < ? ORDER BY pk DESC LIMIT ?`,
      documentPk,
      before,
      limit,
    );
  }

  get(documentPk: number, id: string): RevisionWithBody | undefined {
    return this.#sql.get(`SELECT ${COLUMNS}, body FROM revisions WHERE id = ? AND document_pk = ?`, id, documentPk);
  }
}
