import { eq } from 'drizzle-orm';
import { build, defineQuery, type Parameters } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { joinRequests } from './schema.js';

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

const selectRequest = defineQuery(({ invitationId }: Parameters<{ invitationId: string }>) =>
  build
    .select({
      invitationId: joinRequests.invitationId,
      secret: joinRequests.secret,
      box: joinRequests.box,
      replicaId: joinRequests.replicaId,
      signSeed: joinRequests.signSeed,
      boxSeed: joinRequests.boxSeed,
    })
    .from(joinRequests)
    .where(eq(joinRequests.invitationId, invitationId)),
);
const insertRequest = defineQuery(
  ({ invitationId, secret, box, replicaId, signSeed, boxSeed }: Parameters<StoredJoinRequest>) =>
    build.insert(joinRequests).values({ invitationId, secret, box, replicaId, signSeed, boxSeed }),
);
const deleteRequests = defineQuery(() => build.delete(joinRequests));

/** Join request of this library; at most one. */
export class JoinRequests {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  find(invitationId: string): StoredJoinRequest | undefined {
    return this.#sql.get(selectRequest, { invitationId });
  }

  /** Stores the request, replacing any other. */
  keep({ invitationId, secret, box, replicaId, signSeed, boxSeed }: StoredJoinRequest): void {
    this.#sql.run(deleteRequests);
    this.#sql.run(insertRequest, { invitationId, secret, box, replicaId, signSeed, boxSeed });
  }

  clear(): void {
    this.#sql.run(deleteRequests);
  }
}
