import { join } from 'node:path';
import { asFileError } from '../errors.js';
import { type Connection, closeOnError, openScratch } from '../library/connection.js';
import { makeFolder, makePrivateFile } from '../library/files.js';
import { Statements } from '../library/statements.js';
import { AuthAudit } from './auth-audit.js';
import { CarrierFolders } from './carrier-folders.js';
import { EpochKeys } from './epoch-keys.js';
import { Invitations } from './invitations.js';
import { JoinRequests } from './join-requests.js';
import { PeerKeys } from './peer-keys.js';
import { SYNC_KEYS_DDL } from './schema.js';
import { SpentNonces } from './spent-nonces.js';

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
      const database = openScratch(path);
      this.#database = database;
      closeOnError(database, () => {
        database.pragma('secure_delete = ON');
        database.exec(SYNC_KEYS_DDL);
      });
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
