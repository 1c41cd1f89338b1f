import type { Invitation, InvitationState } from '@notes/sync-protocol/control';
import { asc, eq, sql } from 'drizzle-orm';
import { build, defineQuery, names, type Parameters, type Row } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { invitations } from './schema.js';

const columns = {
  id: invitations.id,
  state: sql<InvitationState>`${invitations.state}`,
  expiresAt: invitations.expiresAt,
  failures: invitations.failures,
  requestKey: invitations.requestKey,
  responseKey: invitations.responseKey,
  answerTo: invitations.answerTo,
  answer: invitations.answer,
  answerUntil: invitations.answerUntil,
};
const selectAll = defineQuery(() =>
  build.select(columns).from(invitations).orderBy(asc(invitations.expiresAt), asc(invitations.id)),
);
const selectById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select(columns).from(invitations).where(eq(invitations.id, id)),
);
/** Row of an invitation, as it is written. */
interface NewRow extends Omit<Row<typeof columns>, 'requestKey' | 'responseKey' | 'answer'> {
  readonly requestKey: Uint8Array | null;
  readonly responseKey: Uint8Array | null;
  readonly answer: Uint8Array | null;
}
const putInvitation = defineQuery(
  (row: Parameters<NewRow>) => sql`INSERT OR REPLACE INTO ${invitations} (${names(
    invitations.id,
    invitations.state,
    invitations.expiresAt,
    invitations.failures,
    invitations.requestKey,
    invitations.responseKey,
    invitations.answerTo,
    invitations.answer,
    invitations.answerUntil,
  )}) VALUES (${row.id}, ${row.state}, ${row.expiresAt}, ${row.failures}, ${row.requestKey}, ${row.responseKey},
    ${row.answerTo}, ${row.answer}, ${row.answerUntil})`,
);

/** Stored invitations to the group, without their codes. */
export class Invitations {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Stored invitations, ordered by expiry. */
  all(): Invitation[] {
    return this.#sql.all(selectAll).map(asInvitation);
  }

  find(id: string): Invitation | undefined {
    const row = this.#sql.get(selectById, { id });
    return row && asInvitation(row);
  }

  /** Stores an invitation, replacing its previous state. */
  keep({ id, state, expiresAt, failures, failedRequestSha256, keys, answer }: Invitation): void {
    this.#sql.run(putInvitation, {
      id,
      state,
      expiresAt,
      failures,
      requestKey: keys?.request ?? null,
      responseKey: keys?.response ?? null,
      // An invitation with an answer is not open, and has no failed request.
      answerTo: answer?.requestSha256 ?? failedRequestSha256,
      answer: answer?.box ?? null,
      answerUntil: answer?.until ?? null,
    });
  }
}

function asInvitation(row: Row<typeof columns>): Invitation {
  const { id, state, expiresAt, failures, requestKey, responseKey, answerTo, answer, answerUntil } = row;
  const isAnswered = answerTo !== null && answer !== null && answerUntil !== null;
  return {
    id,
    state,
    expiresAt,
    failures,
    failedRequestSha256: isAnswered ? null : answerTo,
    keys: requestKey && responseKey && { request: requestKey, response: responseKey },
    answer: isAnswered ? { requestSha256: answerTo, box: answer, until: answerUntil } : null,
  };
}
