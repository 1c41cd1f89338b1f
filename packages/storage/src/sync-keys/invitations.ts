import type { Invitation, InvitationState } from '@notes/sync-protocol/control';
import type { Statements } from '../library/statements.js';

interface Stored {
  readonly id: string;
  readonly state: InvitationState;
  readonly expiresAt: number;
  readonly failures: number;
  readonly requestKey: Buffer | null;
  readonly responseKey: Buffer | null;
  readonly answerTo: string | null;
  readonly answer: Buffer | null;
  readonly answerUntil: number | null;
}

const ALL = `SELECT invitation_id AS id, state, expires_at AS expiresAt, failures, request_key AS requestKey,
  response_key AS responseKey, answer_to AS answerTo, answer, answer_until AS answerUntil FROM invitation`;

/** Stored invitations to the group, without their codes. */
export class Invitations {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Stored invitations, ordered by expiry. */
  all(): Invitation[] {
    return this.#sql.all<Stored>(`${ALL} ORDER BY expires_at, invitation_id`).map(asInvitation);
  }

  find(id: string): Invitation | undefined {
    const row = this.#sql.get<Stored>(`${ALL} WHERE invitation_id = ?`, id);
    return row && asInvitation(row);
  }

  /** Stores an invitation, replacing its previous state. */
  keep({ id, state, expiresAt, failures, keys, answer }: Invitation): void {
    this.#sql.run(
      'INSERT OR REPLACE INTO invitation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      state,
      expiresAt,
      failures,
      keys?.request ?? null,
      keys?.response ?? null,
      answer?.requestSha256 ?? null,
      answer?.box ?? null,
      answer?.until ?? null,
    );
  }
}

function asInvitation(row: Stored): Invitation {
  const { id, state, expiresAt, failures, requestKey, responseKey, answerTo, answer, answerUntil } = row;
  const isAnswered = answerTo !== null && answer !== null && answerUntil !== null;
  return {
    id,
    state,
    expiresAt,
    failures,
    keys: requestKey && responseKey && { request: requestKey, response: responseKey },
    answer: isAnswered ? { requestSha256: answerTo, box: answer, until: answerUntil } : null,
  };
}
