import type { ControlPayload } from '../control/bodies.js';
import { openSeal } from '../control/epochs.js';
import { RECOVERY } from '../control/fields.js';
import { ControlLog } from '../control/log.js';
import type { ControlOperation } from '../control/operation.js';
import { type ControlState, getControlState } from '../control/state.js';
import {
  buildEnrolment,
  type ControlAuthor,
  createRecoveryAuthor,
  foundGroup,
  toPublicKeyFields,
  writeControl,
  writeMint,
  writeShares,
} from '../control/write.js';
import type { Crypto } from '../crypto.js';
import type { Epoch } from '../keys/epoch.js';
import { computeKeyId, getPublicKeys, type ReplicaKeys } from '../keys/key-id.js';

const DATABASE = 'db_040g2081040g2081040g208104';
const START = Date.parse('2026-01-02T03:04:05.678Z');

const newKeys = (crypto: Crypto): ReplicaKeys => ({
  sign: crypto.signKeyPair(crypto.random(32)),
  box: crypto.boxKeyPair(crypto.random(32)),
});

/**
 * A member with its own copy of the control log. It writes operations when asked, and learns from others when told to.
 */
export class GroupDevice {
  readonly #crypto: Crypto;
  readonly replicaId: string;
  /** Current and former key pairs; it signs with the last one. */
  readonly pairs: ReplicaKeys[];
  readonly log: ControlLog;
  /** Epochs it holds the key of, by id. */
  readonly epochs = new Map<string, Epoch>();

  private constructor(crypto: Crypto, replicaId: string, keys: ReplicaKeys, log: ControlLog) {
    this.#crypto = crypto;
    this.replicaId = replicaId;
    this.pairs = [keys];
    this.log = log;
  }

  static createFounder(crypto: Crypto, replicaId: string, recovery: ReplicaKeys): GroupDevice {
    const keys = newKeys(crypto);
    const { log, epoch } = foundGroup(crypto, {
      databaseId: DATABASE,
      replicaId,
      name: 'first',
      keys,
      recovery: getPublicKeys(recovery),
      mergeVersion: 1,
      now: START,
    });
    const device = new GroupDevice(crypto, replicaId, keys, log);
    device.epochs.set(epoch.id, epoch);
    return device;
  }

  get keys(): ReplicaKeys {
    return this.pairs.at(-1) as ReplicaKeys;
  }

  get keyId(): string {
    return computeKeyId(this.#crypto, getPublicKeys(this.keys));
  }

  get state(): ControlState {
    return getControlState(this.log);
  }

  /**
   * Adds a replica and gives it the log and all epochs.
   *
   * @param as keys of the recovery code, to sign with these instead
   */
  invite(replicaId: string, as?: ReplicaKeys): GroupDevice {
    const keys = newKeys(this.#crypto);
    const fields = buildEnrolment(this.#crypto, replicaId, keys);
    const epochs = [...this.epochs.keys()];
    this.write({ kind: 'member.add', ...fields, name: replicaId.slice(-4), invitation_id: null, epochs }, as);
    const joined = new GroupDevice(this.#crypto, replicaId, keys, this.#newLog());
    joined.learn(this);
    for (const [id, epoch] of this.epochs) joined.epochs.set(id, epoch);
    return joined;
  }

  /** Revokes one key, and mints a new epoch first if asked. */
  revoke(keyId: string, mint = true, as?: ReplicaKeys): void {
    const replicaId = this.log.introductions(keyId)[0]?.replicaId ?? RECOVERY;
    if (mint) this.mint([keyId], as);
    this.write({ kind: 'member.revoke_key', replica_id: replicaId, revoked_key_id: keyId, mint }, as);
  }

  retire(replicaId: string): void {
    const keys = this.state.members.get(replicaId)?.keys ?? [];
    this.mint(keys.map(({ keyId }) => keyId));
    this.write({ kind: 'member.retire', replica_id: replicaId, final: null });
  }

  mint(excluded: readonly string[] = [], as?: ReplicaKeys): void {
    const { epoch } = writeMint(this.#crypto, this.log, this.#author(as), START, excluded);
    this.epochs.set(epoch.id, epoch);
  }

  /** Adds a key and uses it from now on. */
  rotate(): void {
    const keys = newKeys(this.#crypto);
    this.write({ kind: 'member.key_add', ...buildEnrolment(this.#crypto, this.replicaId, keys) });
    this.pairs.push(keys);
  }

  replaceRecovery(recovery: ReplicaKeys): void {
    this.write({ kind: 'recovery.replace', ...toPublicKeyFields(getPublicKeys(recovery)) });
  }

  write(payload: ControlPayload, as?: ReplicaKeys): ControlOperation {
    return writeControl(this.#crypto, this.log, this.#author(as), START, payload);
  }

  /** Adds the operations of another device, and the epoch keys encrypted for this one. */
  learn(other: GroupDevice): void {
    for (const { operation } of other.log.entries) this.log.add(operation);
    for (const record of this.state.epochs.filter(({ id }) => !this.epochs.has(id)))
      for (const keys of this.pairs) {
        const keyId = computeKeyId(this.#crypto, getPublicKeys(keys));
        const epoch = openSeal(this.#crypto, DATABASE, record, keyId, keys.box);
        if (epoch !== null) this.epochs.set(epoch.id, epoch);
      }
  }

  /** Writes the operations that the log requires. */
  maintain(): void {
    if (this.state.mintNeeded) this.mint();
    writeShares(this.#crypto, this.log, this.#author(undefined), START, (id) => this.epochs.get(id) ?? null);
  }

  /** Builds a log of the given operations in their order. */
  rebuildLog(operations: readonly ControlOperation[]): ControlLog {
    const log = this.#newLog();
    for (const operation of operations) log.add(operation);
    return log;
  }

  #newLog(): ControlLog {
    const [genesis] = this.log.entries;
    return new ControlLog(this.#crypto, DATABASE, genesis?.operation.id ?? '');
  }

  #author(as: ReplicaKeys | undefined): ControlAuthor {
    if (as !== undefined) return createRecoveryAuthor(this.#crypto, as);
    return { replicaId: this.replicaId, signer: { keyId: this.keyId, secretKey: this.keys.sign.secretKey } };
  }
}
