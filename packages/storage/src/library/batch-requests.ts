import { type Handle, Statements } from './statements.js';

/** Outcome of a batch with a request key, and the digest of its arguments. */
export interface BatchRequest {
  readonly argumentsSha256: Buffer;
  /** Report as JSON, in the caller's format. */
  readonly report: string;
}

/** Batches with a request key, kept so that a repeated request has no further effect. */
export class BatchRequestReader {
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.sql = new Statements(handle.raw);
  }

  get(key: string): BatchRequest | undefined {
    return this.sql.get<BatchRequest>(
      'SELECT arguments_sha256 AS argumentsSha256, report FROM batch_requests WHERE request_key = ?',
      key,
    );
  }
}

const KEEP = `INSERT INTO batch_requests (request_key, arguments_sha256, report, created_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (request_key) DO UPDATE SET report = excluded.report`;

/** Writes the outcomes of batches. */
export class BatchRequestWriter extends BatchRequestReader {
  /** Stores the current report of a batch; the time of its first report stays. */
  keep(key: string, { argumentsSha256, report }: BatchRequest, at: number): void {
    this.sql.run(KEEP, key, argumentsSha256, report, at);
  }

  /** Deletes batches that were first kept before `at`, in milliseconds since the Unix epoch. */
  deleteBefore(at: number): void {
    this.sql.run('DELETE FROM batch_requests WHERE created_at < ?', at);
  }
}
