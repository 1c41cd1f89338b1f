import type { SyncKeyStore } from '@notes/storage';
import {
  type ArtifactClass,
  type Crypto,
  computeKeyId,
  type Epoch,
  getPublicKeys,
  type ReplicaKeys,
} from '@notes/sync-protocol';
import type { HighWater, SyncKeys } from '@notes/sync-protocol/run';
import { SafeMessageError } from '../../platform/jobs/fault.js';
import { readIdentity, type StoredIdentity, writeIdentity } from './identity-file.js';

const SEED_LENGTH = 32;
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fromHex = (text: string) => Buffer.from(text, 'hex');

/** Seeds of the key pairs of a replica, 32 bytes each. */
export interface ReplicaSeeds {
  readonly sign: Uint8Array;
  readonly box: Uint8Array;
}

/** Returns random seeds for the key pairs of a replica. */
export const newSeeds = (crypto: Crypto): ReplicaSeeds => ({
  sign: crypto.random(SEED_LENGTH),
  box: crypto.random(SEED_LENGTH),
});

/** Derives the Ed25519 and X25519 key pairs from their seeds. */
export const deriveKeys = (crypto: Crypto, { sign, box }: ReplicaSeeds): ReplicaKeys => ({
  sign: crypto.signKeyPair(sign),
  box: crypto.boxKeyPair(box),
});

/** Identity of a new replica: its group and an id under which nothing was ever published. */
export interface NewReplica {
  readonly databaseId: string;
  readonly replicaId: string;
  /** Id of the first operation of the control log. */
  readonly genesis: string;
  readonly seeds: ReplicaSeeds;
  /** Former replica ids of this library, the latest last. */
  readonly former?: readonly string[];
  /** Control log operation that makes the replica a member, unless another replica publishes one. */
  readonly introduction?: Uint8Array;
}

/** Sync state of a replica that is stored beside its library. */
export interface ReplicaStorage {
  readonly dataDir: string;
  readonly crypto: Crypto;
  readonly store: SyncKeyStore;
}

/** Keys of this replica: its identity from its file, the keys of the group from `keys/sync.db`. */
export class LibrarySyncKeys implements SyncKeys {
  readonly keys: ReplicaKeys;
  readonly keyId: string;
  readonly #place: ReplicaStorage;
  #identity: StoredIdentity;

  private constructor(place: ReplicaStorage, identity: StoredIdentity) {
    const { crypto } = place;
    this.#place = place;
    this.#identity = identity;
    this.keys = deriveKeys(crypto, { sign: fromHex(identity.sign_seed), box: fromHex(identity.box_seed) });
    this.keyId = computeKeyId(crypto, getPublicKeys(this.keys));
  }

  /** Opens the keys; null when this library is no replica. */
  static open(place: ReplicaStorage): LibrarySyncKeys | null {
    const identity = readIdentity(place.dataDir);
    return identity && new LibrarySyncKeys(place, identity);
  }

  /** Creates the keys of a replica, replacing the former identity. */
  static create(place: ReplicaStorage, replica: NewReplica): LibrarySyncKeys {
    const { databaseId, replicaId, genesis, seeds, former = [], introduction } = replica;
    const identity: StoredIdentity = {
      version: 1,
      database_id: databaseId,
      replica_id: replicaId,
      genesis,
      sign_seed: toHex(seeds.sign),
      box_seed: toHex(seeds.box),
      high_water: {},
      former: [...former],
      ...(introduction && { introduction: Buffer.from(introduction).toString('base64') }),
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

  get genesis(): string {
    return this.#identity.genesis;
  }

  /** Former replica ids of this library, the latest last. */
  get former(): readonly string[] {
    return this.#identity.former;
  }

  get introduction(): Uint8Array | null {
    const { introduction } = this.#identity;
    return introduction === undefined ? null : Buffer.from(introduction, 'base64');
  }

  /** True when nothing was ever published under this identity. */
  get isFresh(): boolean {
    return Object.keys(this.#identity.high_water).length === 0;
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

  /** @throws ServiceError `conflict` when the library has another identity by now, whose seeds are only in the file */
  async raiseHighWater(artifactClass: ArtifactClass, mark: HighWater): Promise<void> {
    if (mark.index <= (this.highWater(artifactClass)?.index ?? 0)) return;
    const stored = readIdentity(this.#place.dataDir);
    if (stored !== null && stored.replica_id !== this.replicaId) throw replacedIdentityError();
    const high_water = { ...this.#identity.high_water, [artifactClass]: mark };
    const identity = { ...this.#identity, high_water };
    writeIdentity(this.#place.dataDir, identity);
    this.#identity = identity;
  }
}

const replacedIdentityError = () =>
  new SafeMessageError(
    'conflict',
    'This device joined its sync group again during this run, so the run stopped. Run `notes sync run` again',
  );
