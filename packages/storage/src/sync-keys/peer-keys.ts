import type { Connection } from '../connection.js';
import type { Statements } from '../statements.js';

export type PeerKeyStatus = 'active' | 'revoked' | 'retired';

/** A key by which a replica of the group signs, as the log of members has it. */
export interface EnrolledKey {
  /** `key_…` */
  readonly keyId: string;
  readonly replicaId: string;
  /** Ed25519, 32 bytes. */
  readonly signKey: Uint8Array;
  /** X25519, 32 bytes. */
  readonly boxKey: Uint8Array;
  readonly status: PeerKeyStatus;
  /** Whether its replica may have the library as a whole. */
  readonly snapshotPermitted: boolean;
  /** Milliseconds since 1970, as the next two. */
  readonly enrolledAt: number;
  readonly revokedAt: number | null;
}

export interface PeerKeyRow extends EnrolledKey {
  readonly lastSeenAt: number | null;
}

type Stored = Omit<PeerKeyRow, 'snapshotPermitted'> & { readonly snapshotPermitted: 0 | 1 };

const COLUMNS = `key_id AS keyId, replica_id AS replicaId, sign_key AS signKey, box_key AS boxKey, status,
  snapshot_permitted AS snapshotPermitted, enrolled_at AS enrolledAt, revoked_at AS revokedAt,
  last_seen_at AS lastSeenAt`;
const PUT = `INSERT INTO peer_key VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL) ON CONFLICT (key_id) DO UPDATE SET
  status = excluded.status, snapshot_permitted = excluded.snapshot_permitted, revoked_at = excluded.revoked_at`;

/** Which keys are enrolled: what the log of members comes to, for the door that peers knock at. */
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

  /** By the time they were enrolled. */
  all(): PeerKeyRow[] {
    return this.#sql.all<Stored>(`SELECT ${COLUMNS} FROM peer_key ORDER BY enrolled_at, key_id`).map(asRow);
  }

  /**
   * What the log of members says of keys now. A key it no longer has is retired: what was enrolled once is never
   * forgotten, nor given to another replica.
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

  seen(keyId: string, at: number): void {
    this.#sql.run('UPDATE peer_key SET last_seen_at = ? WHERE key_id = ?', at, keyId);
  }
}

const asRow = (row: Stored): PeerKeyRow => ({ ...row, snapshotPermitted: row.snapshotPermitted === 1 });
