import type { Connection } from '../library/connection.js';
import type { Statements } from '../library/statements.js';

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

type Stored = Omit<PeerKeyRow, 'snapshotPermitted'> & { readonly snapshotPermitted: 0 | 1 };

const COLUMNS = `key_id AS keyId, replica_id AS replicaId, sign_key AS signKey, box_key AS boxKey, status,
  snapshot_permitted AS snapshotPermitted, enrolled_at AS enrolledAt, revoked_at AS revokedAt,
  last_seen_at AS lastSeenAt`;
const PUT = `INSERT INTO peer_key VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL) ON CONFLICT (key_id) DO UPDATE SET
  status = excluded.status, snapshot_permitted = excluded.snapshot_permitted, revoked_at = excluded.revoked_at`;

/** Enrolled keys: the state of the membership log, for the authentication of peers. */
export class PeerKeys {
  readonly #database: Connection;
  readonly #sql: Statements;

  constructor(database: Connection, sql: Statements) {
    this.#database = database;
    this.#sql = sql;
  }

  find(keyId: string): PeerKeyRow | undefined {
    const row = this.#sql.get<Stored>(`SELECT ${COLUMNS} FROM peer_key WHERE key_id = ?`, keyId);
    return row && asRow(row);
  }

  /** Keys, ordered by enrolment. */
  all(): PeerKeyRow[] {
    return this.#sql.all<Stored>(`SELECT ${COLUMNS} FROM peer_key ORDER BY enrolled_at, key_id`).map(asRow);
  }

  /**
   * Stores the current state of the membership log. A key missing from it becomes retired: an enrolled key is never
   * deleted, nor assigned to another replica.
   */
  set(keys: readonly EnrolledKey[]): void {
    this.#database.transaction(() => {
      this.#sql.run("UPDATE peer_key SET status = 'retired', snapshot_permitted = 0");
      for (const key of keys)
        this.#sql.run(
          PUT,
          key.keyId,
          key.replicaId,
          key.signKey,
          key.boxKey,
          key.status,
          Number(key.snapshotPermitted),
          key.enrolledAt,
          key.revokedAt,
        );
    })();
  }

  recordUse(keyId: string, at: number): void {
    this.#sql.run('UPDATE peer_key SET last_seen_at = ? WHERE key_id = ?', at, keyId);
  }
}

const asRow = (row: Stored): PeerKeyRow => ({ ...row, snapshotPermitted: row.snapshotPermitted === 1 });
