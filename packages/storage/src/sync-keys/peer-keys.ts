import { asc, eq } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, getExcludedValue, type Parameters } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { peerKeys } from './schema.js';

export type PeerKeyStatus = 'active' | 'revoked' | 'retired';

/** Signing key of a replica, as recorded in the membership log. */
export interface EnrolledKey {
  /** Id of the key, `key_…`. */
  readonly keyId: string;
  readonly replicaId: string;
  /** Ed25519 public key, 32 bytes. */
  readonly signKey: Uint8Array;
  /** X25519 public key, 32 bytes. */
  readonly boxKey: Uint8Array;
  readonly status: PeerKeyStatus;
  /** True when the replica may receive the complete library. */
  readonly snapshotPermitted: boolean;
  /** Time of enrolment in milliseconds since the Unix epoch; the other times use the same unit. */
  readonly enrolledAt: number;
  readonly revokedAt: number | null;
}

/** Enrolled key with the time of its last use in milliseconds since the Unix epoch; null before the first. */
export interface PeerKeyRow extends EnrolledKey {
  readonly lastSeenAt: number | null;
}

const columns = {
  keyId: peerKeys.keyId,
  replicaId: peerKeys.replicaId,
  signKey: peerKeys.signKey,
  boxKey: peerKeys.boxKey,
  status: peerKeys.status,
  snapshotPermitted: peerKeys.snapshotPermitted,
  enrolledAt: peerKeys.enrolledAt,
  revokedAt: peerKeys.revokedAt,
  lastSeenAt: peerKeys.lastSeenAt,
};
const selectById = defineQuery(({ keyId }: Parameters<{ keyId: string }>) =>
  build.select(columns).from(peerKeys).where(eq(peerKeys.keyId, keyId)),
);
const selectAll = defineQuery(() =>
  build.select(columns).from(peerKeys).orderBy(asc(peerKeys.enrolledAt), asc(peerKeys.keyId)),
);
const retireAll = defineQuery(() => build.update(peerKeys).set({ status: 'retired', snapshotPermitted: false }));
/** Inserts a key, or updates the state of a known key. */
const putKey = defineQuery(
  ({ keyId, replicaId, signKey, boxKey, status, snapshotPermitted, enrolledAt, revokedAt }: Parameters<EnrolledKey>) =>
    build
      .insert(peerKeys)
      .values({ keyId, replicaId, signKey, boxKey, status, snapshotPermitted, enrolledAt, revokedAt })
      .onConflictDoUpdate({
        target: peerKeys.keyId,
        set: {
          status: getExcludedValue(peerKeys.status),
          snapshotPermitted: getExcludedValue(peerKeys.snapshotPermitted),
          revokedAt: getExcludedValue(peerKeys.revokedAt),
        },
      }),
);
const updateLastSeen = defineQuery(({ keyId, at }: Parameters<{ keyId: string; at: number }>) =>
  build.update(peerKeys).set({ lastSeenAt: at }).where(eq(peerKeys.keyId, keyId)),
);

/** Enrolled keys: the state of the membership log, for the authentication of peers. */
export class PeerKeys {
  readonly #database: Connection;
  readonly #sql: Statements;

  constructor(database: Connection, sql: Statements) {
    this.#database = database;
    this.#sql = sql;
  }

  find(keyId: string): PeerKeyRow | undefined {
    return this.#sql.get(selectById, { keyId });
  }

  /** Keys, ordered by enrolment. */
  all(): PeerKeyRow[] {
    return this.#sql.all(selectAll);
  }

  /**
   * Stores the current state of the membership log. A key missing from it becomes retired: an enrolled key is never
   * deleted, nor assigned to another replica.
   */
  set(keys: readonly EnrolledKey[]): void {
    this.#database.transaction(() => {
      this.#sql.run(retireAll);
      for (const key of keys) this.#sql.run(putKey, key);
    })();
  }

  recordUse(keyId: string, at: number): void {
    this.#sql.run(updateLastSeen, { keyId, at });
  }
}
