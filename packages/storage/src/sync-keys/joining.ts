import type { Statements } from '../statements.js';

/** A request to join that has not been answered yet, with what its answer is read with. */
export interface Joining {
  readonly invitationId: string;
  /** Of the code. */
  readonly secret: Uint8Array;
  /** The request, as it was sent. */
  readonly box: Uint8Array;
  readonly replicaId: string;
  readonly signSeed: Uint8Array;
  readonly boxSeed: Uint8Array;
}

/** What this library has asked to join; at most one group. */
export class JoinRequests {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  find(invitationId: string): Joining | undefined {
    return this.#sql.get<Joining>(
      `SELECT invitation_id AS invitationId, secret, box, replica_id AS replicaId, sign_seed AS signSeed,
        box_seed AS boxSeed FROM join_request WHERE invitation_id = ?`,
      invitationId,
    );
  }

  /** In place of any other. */
  keep({ invitationId, secret, box, replicaId, signSeed, boxSeed }: Joining): void {
    this.#sql.run('DELETE FROM join_request');
    this.#sql.run(
      'INSERT INTO join_request VALUES (?, ?, ?, ?, ?, ?)',
      ...[invitationId, secret, box, replicaId, signSeed, boxSeed],
    );
  }

  forget(): void {
    this.#sql.run('DELETE FROM join_request');
  }
}
