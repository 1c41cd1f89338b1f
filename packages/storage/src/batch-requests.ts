import { type Handle, Statements } from './statements.js';

/** What became of a batch that was named, and of what it was asked to do. */
export interface BatchRequest {
  readonly argumentsSha256: Buffer;
  /** JSON, as the caller made it. */
  readonly report: string;
}

/** Batches that were named, so that the same request again does nothing again. */
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

export class BatchRequestWriter extends BatchRequestReader {
  /** Keeps what is known of a batch so far; the time it was first kept stays. */
  keep(key: string, { argumentsSha256, report }: BatchRequest, at: number): void {
    this.sql.run(KEEP, key, argumentsSha256, report, at);
  }

  /** Forgets the batches first kept before `at`. */
  forgetBefore(at: number): void {
    this.sql.run('DELETE FROM batch_requests WHERE created_at < ?', at);
  }
}
