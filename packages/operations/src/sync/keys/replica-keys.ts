import type { SyncKeyStore } from '@notes/storage';
import {
  type ArtifactClass,
  type Crypto,
  type Epoch,
  type HighWater,
  keyIdOf,
  publicKeysOf,
  type ReplicaKeys,
  type SyncKeys,
} from '@notes/sync-protocol';
import { readIdentity, type StoredIdentity, writeIdentity } from './identity-file.js';

const SEED_LENGTH = 32;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Buffer.from(text, 'hex');

export interface ReplicaPlace {
  readonly dataDir: string;
  readonly crypto: Crypto;
  readonly store: SyncKeyStore;
}

/** The keys of this replica: who it is from its file, the keys of the group from `keys/sync.db`. */
export class LibrarySyncKeys implements SyncKeys {
  readonly keys: ReplicaKeys;
  readonly keyId: string;
  readonly #place: ReplicaPlace;
  #identity: StoredIdentity;

  private constructor(place: ReplicaPlace, identity: StoredIdentity) {
    const { crypto } = place;
    this.#place = place;
    this.#identity = identity;
    this.keys = {
      sign: crypto.signKeyPair(bytes(identity.sign_seed)),
      box: crypto.boxKeyPair(bytes(identity.box_seed)),
    };
    this.keyId = keyIdOf(crypto, publicKeysOf(this.keys));
  }

  /** Null where this library is no replica yet. */
  static open(place: ReplicaPlace): LibrarySyncKeys | null {
    const identity = readIdentity(place.dataDir);
    return identity && new LibrarySyncKeys(place, identity);
  }

  /** Makes keys under a replica id that was never published under, in place of those that were. */
  static create(place: ReplicaPlace, databaseId: string, replicaId: string): LibrarySyncKeys {
    const identity: StoredIdentity = {
      version: 1,
      database_id: databaseId,
      replica_id: replicaId,
      sign_seed: hex(place.crypto.random(SEED_LENGTH)),
      box_seed: hex(place.crypto.random(SEED_LENGTH)),
      high_water: {},
    };
    writeIdentity(place.dataDir, identity);
    return new LibrarySyncKeys(place, identity);
  }

  get databaseId(): string {
    return this.#identity.database_id;
  }

  get replicaId(): string {
    return this.#identity.replica_id;
  }

  get signer() {
    return { keyId: this.keyId, secretKey: this.keys.sign.secretKey };
  }

  get box() {
    return this.keys.box;
  }

  epochs(): readonly Epoch[] {
    return this.#place.store.epochs.all();
  }

  async keepEpoch(epoch: Epoch): Promise<void> {
    this.#place.store.epochs.keep(epoch);
  }

  highWater(artifactClass: ArtifactClass): HighWater | null {
    return this.#identity.high_water[artifactClass] ?? null;
  }

  async raiseHighWater(artifactClass: ArtifactClass, mark: HighWater): Promise<void> {
    if (mark.index <= (this.highWater(artifactClass)?.index ?? 0)) return;
    const high_water = { ...this.#identity.high_water, [artifactClass]: mark };
    const identity = { ...this.#identity, high_water };
    writeIdentity(this.#place.dataDir, identity);
    this.#identity = identity;
  }
}
