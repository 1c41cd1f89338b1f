import { join } from 'node:path';
import { asFileError } from '../errors.js';
import { type Connection, openScratch } from '../library/connection.js';
import { makeFolder, makePrivateFile } from '../library/files.js';
import { Statements } from '../library/statements.js';
import { AuthAudit } from './auth-audit.js';
import { CarrierFolders } from './carrier-folders.js';
import { EpochKeys } from './epoch-keys.js';
import { Invitations } from './invitations.js';
import { JoinRequests } from './join-requests.js';
import { PeerKeys } from './peer-keys.js';
import { SpentNonces } from './spent-nonces.js';

const TABLES = `
CREATE TABLE IF NOT EXISTS epoch (
  epoch_id TEXT PRIMARY KEY, number INTEGER NOT NULL, key BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS peer_key (
  key_id TEXT PRIMARY KEY, replica_id TEXT NOT NULL, sign_key BLOB NOT NULL, box_key BLOB NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'revoked', 'retired')), snapshot_permitted INTEGER NOT NULL,
  enrolled_at INTEGER NOT NULL, revoked_at INTEGER, last_seen_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS nonce (
  key_id TEXT NOT NULL, nonce TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key_id, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS nonce_at ON nonce (at);
CREATE TABLE IF NOT EXISTS nonce_floor (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS auth_audit (
  id INTEGER PRIMARY KEY, at INTEGER NOT NULL, event TEXT NOT NULL, outcome TEXT NOT NULL, key_id TEXT,
  count INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS invitation (
  invitation_id TEXT PRIMARY KEY, state TEXT NOT NULL, expires_at INTEGER NOT NULL, failures INTEGER NOT NULL,
  request_key BLOB, response_key BLOB, answer_to TEXT, answer BLOB, answer_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS join_request (
  invitation_id TEXT PRIMARY KEY, secret BLOB NOT NULL, box BLOB NOT NULL, replica_id TEXT NOT NULL,
  sign_seed BLOB NOT NULL, box_seed BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS meeting (path TEXT PRIMARY KEY, carrier_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/**
 * Keys and secrets of peer sync in `keys/sync.db`, separate from the library: no copy, archive or backup of the library
 * contains them. Every write is durable when its method returns.
 */
export class SyncKeyStore {
  readonly epochs: EpochKeys;
  readonly peers: PeerKeys;
  readonly nonces: SpentNonces;
  readonly audit: AuthAudit;
  readonly invitations: Invitations;
  readonly joinRequests: JoinRequests;
  readonly carrierFolders: CarrierFolders;
  readonly #database: Connection;

  /**
   * Opens the store, and creates it when it is missing.
   *
   * @param noncesPerKey maximum number of stored nonces per key
   * @throws StorageError `full`, `failed`, `read_only`; `damaged` when the file is something else
   */
  constructor(dataDir: string, noncesPerKey = Number.POSITIVE_INFINITY) {
    const folder = join(dataDir, 'keys');
    const path = join(folder, 'sync.db');
    try {
      makeFolder(folder);
      makePrivateFile(path);
      this.#database = openScratch(path);
      this.#database.pragma('secure_delete = ON');
      this.#database.exec(TABLES);
    } catch (error) {
      throw asFileError(error);
    }
    const sql = new Statements(this.#database);
    this.epochs = new EpochKeys(sql);
    this.peers = new PeerKeys(this.#database, sql);
    this.nonces = new SpentNonces(this.#database, sql, noncesPerKey);
    this.audit = new AuthAudit(sql);
    this.invitations = new Invitations(sql);
    this.joinRequests = new JoinRequests(sql);
    this.carrierFolders = new CarrierFolders(sql);
  }

  close(): void {
    this.audit.storeCounts();
    this.#database.close();
  }
}
