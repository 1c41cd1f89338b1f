import type { ArtifactClass } from '../artifact-class.js';
import type { Crypto } from '../crypto.js';
import type { Epoch } from '../keys/epoch.js';
import { computeKeyId, getPublicKeys, type ReplicaKeys } from '../keys/key-id.js';
import type { HighWater, SyncKeys } from '../run/keys.js';
import { CrashPoints } from './sim/crash-points.js';

/** Options of {@link MemoryKeys}. */
export interface MemoryKeysOptions {
  readonly databaseId: string;
  readonly replicaId: string;
  readonly genesis: string;
  readonly keys: ReplicaKeys;
  readonly crash?: CrashPoints;
}

/** Keys and marks that a replica keeps outside its library, in memory. */
export class MemoryKeys implements SyncKeys {
  readonly databaseId: string;
  readonly replicaId: string;
  readonly genesis: string;
  readonly pair: ReplicaKeys;
  readonly signer: SyncKeys['signer'];
  readonly #crypto: Crypto;
  readonly #crash: CrashPoints;
  #epochs: readonly Epoch[] = [];
  readonly #marks = new Map<ArtifactClass, HighWater>();

  constructor(crypto: Crypto, { databaseId, replicaId, genesis, keys, crash = new CrashPoints() }: MemoryKeysOptions) {
    this.databaseId = databaseId;
    this.replicaId = replicaId;
    this.genesis = genesis;
    this.pair = keys;
    this.signer = { keyId: computeKeyId(crypto, getPublicKeys(keys)), secretKey: keys.sign.secretKey };
    this.#crypto = crypto;
    this.#crash = crash;
  }

  /** Returns the keys as a new process finds them: with all stored data, without cached data. */
  reopen(crash = this.#crash): MemoryKeys {
    const { databaseId, replicaId, genesis, pair: keys } = this;
    const reopened = new MemoryKeys(this.#crypto, { databaseId, replicaId, genesis, keys, crash });
    reopened.#epochs = this.#epochs;
    for (const [artifactClass, mark] of this.#marks) reopened.#marks.set(artifactClass, mark);
    return reopened;
  }

  get box() {
    return this.pair.box;
  }

  epochs = (): readonly Epoch[] => this.#epochs;

  async keepEpoch(epoch: Epoch): Promise<void> {
    this.#crash.write(() => {
      if (!this.#epochs.some(({ id }) => id === epoch.id)) this.#epochs = [...this.#epochs, epoch];
    });
  }

  highWater = (artifactClass: ArtifactClass): HighWater | null => this.#marks.get(artifactClass) ?? null;

  async raiseHighWater(artifactClass: ArtifactClass, mark: HighWater): Promise<void> {
    this.#crash.write(() => {
      if ((this.#marks.get(artifactClass)?.index ?? 0) <= mark.index) this.#marks.set(artifactClass, mark);
    });
  }
}
