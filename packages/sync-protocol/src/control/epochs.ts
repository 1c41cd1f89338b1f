import { fromBase64 } from '../base64.js';
import type { Crypto, KeyPair } from '../crypto.js';
import { compareEpochs, type Epoch, makeEpoch } from '../keys/epoch.js';
import type { ControlBody } from './bodies.js';
import { RECOVERY } from './fields.js';
import type { Additions, GroupKey } from './group-keys.js';
import type { ControlLog, Entry } from './log.js';
import type { Removal } from './removal.js';

/** An epoch as recorded in the control log. */
export interface EpochRecord {
  readonly id: string;
  readonly number: number;
  /** Operation that records the epoch. */
  readonly operationId: string;
  /**
   * Sealed boxes of 80 bytes with the epoch key, by the id of the recipient's key. The first epoch is minted without
   * any.
   */
  readonly seals: ReadonlyMap<string, readonly Uint8Array[]>;
  /** True when the operation that minted it counts. */
  readonly counts: boolean;
}

/** An epoch whose key some members lack. */
export interface MissingSeals {
  readonly epochId: string;
  /** Ids of the active keys of the members that lack it, ascending. */
  readonly keyIds: readonly string[];
}

/**
 * Returns the epochs of a log in ascending order.
 *
 * @param ordered all operations in the order of the group
 */
export function collectEpochs(ordered: readonly Entry[], removal: Removal): readonly EpochRecord[] {
  const seals = collectSeals(ordered);
  return ordered
    .flatMap((entry) => {
      const { id: operationId, body } = entry.operation;
      if (body.kind !== 'genesis' && body.kind !== 'epoch.mint') return [];
      const [id, number] = [body.epoch_id, body.kind === 'genesis' ? 1 : body.number];
      return { id, number, operationId, seals: seals.get(id) ?? new Map(), counts: removal.counts(entry) };
    })
    .sort(compareEpochs);
}

/**
 * Collects sealed boxes by epoch and key. Operations that do not count are included, because a box is valid when it
 * opens to the key of the epoch.
 */
function collectSeals(ordered: readonly Entry[]): ReadonlyMap<string, Map<string, Uint8Array[]>> {
  const byEpoch = new Map<string, Map<string, Uint8Array[]>>();
  for (const { operation } of ordered) {
    const { body } = operation;
    if (body.kind !== 'epoch.mint' && body.kind !== 'epoch.share') continue;
    const boxes = byEpoch.get(body.epoch_id) ?? new Map<string, Uint8Array[]>();
    for (const { key_id, sealed } of body.seals)
      boxes.set(key_id, [...(boxes.get(key_id) ?? []), fromBase64(sealed) as Uint8Array]);
    byEpoch.set(body.epoch_id, boxes);
  }
  return byEpoch;
}

/**
 * Returns true when the holder of a removed key may have the current epoch: its replica minted the epoch, the epoch is
 * sealed for the key, or the minting did not know the key, so the device that added it may have handed the epoch on. A
 * revocation with `mint: false` asks for no new epoch.
 */
export function isCurrentExposed(
  log: ControlLog,
  removal: Removal,
  keys: ReadonlyMap<string, GroupKey>,
  current: EpochRecord,
): boolean {
  const { ancestors, operation } = log.entry(current.operationId) as Entry;
  const knew = (keyId: string) => log.introductions(keyId).some(({ entry }) => ancestors.has(entry.number));
  const excludes = ({ keyId, replicaId }: GroupKey) =>
    operation.body.author_replica_id !== replicaId && knew(keyId) && !current.seals.has(keyId);
  return [...keys.values()].some(
    (key) =>
      !key.active && key.replicaId !== RECOVERY && needsNewEpoch(removal.getRemovals(key.keyId)) && !excludes(key),
  );
}

/** An inactive key without a removal was introduced by an operation that does not count. */
const needsNewEpoch = (removals: readonly Entry[]) =>
  removals.length === 0 || removals.some(({ operation: { body } }) => body.kind !== 'member.revoke_key' || body.mint);

/**
 * Returns the epochs that active members lack because they were added while the epoch was minted. A member has an epoch
 * that it minted, that is sealed for one of its keys, or that it was given when it was added.
 */
export function missingSeals(
  log: ControlLog,
  epochs: readonly EpochRecord[],
  additions: Additions,
  keys: ReadonlyMap<string, GroupKey>,
): readonly MissingSeals[] {
  return epochs.flatMap(({ id: epochId, operationId, seals }) => {
    const minting = log.entry(operationId) as Entry;
    const wasGiven = (body: ControlBody | undefined) => body?.kind === 'member.add' && body.epochs.includes(epochId);
    const has = ({ replicaId }: GroupKey) =>
      minting.operation.body.author_replica_id === replicaId ||
      wasGiven(additions.get(replicaId)?.entry.operation.body) ||
      [...keys.values()].some((key) => key.replicaId === replicaId && seals.has(key.keyId));
    const lacking = [...keys.values()].filter((key) => key.active && key.replicaId !== RECOVERY && !has(key));
    return lacking.length === 0 ? [] : { epochId, keyIds: lacking.map(({ keyId }) => keyId) };
  });
}

/**
 * Opens the epoch key sealed for a key.
 *
 * @param keyId id of the recipient's key
 * @param box the recipient's box key pair
 * @returns the epoch; null when no box is for this key, or none has the key the epoch id commits to
 */
export function openSeal(
  crypto: Crypto,
  databaseId: string,
  { id, number, seals }: EpochRecord,
  keyId: string,
  box: KeyPair,
): Epoch | null {
  for (const sealed of seals.get(keyId) ?? []) {
    const key = crypto.boxOpen(sealed, box);
    const epoch = key === null ? null : makeEpoch(crypto, databaseId, number, key);
    if (epoch?.id === id) return epoch;
  }
  return null;
}
