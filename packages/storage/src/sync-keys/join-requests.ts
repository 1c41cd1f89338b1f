import type { Statements } from '../library/statements.js';

/** Unanswered join request, with the secrets that decrypt the answer. */
export interface StoredJoinRequest {
  readonly invitationId: string;
  /** Secret derived from the invitation code. */
  readonly secret: Uint8Array;
  /** Request as sent. */
  readonly box: Uint8Array;
  readonly replicaId: string;
  readonly signSeed: Uint8Array;
  readonly boxSeed: Uint8Array;
}

/** Join request of this library; at most one. */
export class JoinRequests {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  find(invitationId: string): StoredJoinRequest | undefined {
    return this.#sql.get<StoredJoinRequest>(
      `SELECT invitation_id AS invitationId, secret, box, replica_id AS replicaId, sign_seed AS signSeed,
        box_seed AS boxSeed FROM join_request WHERE invitation_id = ?`,
      invitationId,
    );
  }

  /** Stores the request, replacing any other. */
  keep({ invitationId, secret, box, replicaId, signSeed, boxSeed }: StoredJoinRequest): void {
    this.#sql.run('DELETE FROM join_request');
    this.#sql.run(
      'INSERT INTO join_request VALUES (?, ?, ?, ?, ?, ?)',
      ...[invitationId, secret, box, replicaId, signSeed, boxSeed],
    );
  }

  clear(): void {
    this.#sql.run('DELETE FROM join_request');
  }
}
