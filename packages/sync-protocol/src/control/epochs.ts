import { fromBase64 } from '../base64.js';
import type { Crypto, KeyPair } from '../crypto.js';
import { compareEpochs, type Epoch, epochOf } from '../keys/epoch.js';
import type { ControlBody } from './bodies.js';
import { RECOVERY } from './fields.js';
import type { Additions, GroupKey } from './group-keys.js';
import type { ControlLog, Entry } from './log.js';
import type { Removal } from './removal.js';

/** An epoch as the log tells of it. */
export interface EpochRecord {
  readonly id: string;
  readonly number: number;
  /** The operation that tells it. */
  readonly operationId: string;
  /** By key id, boxes of 80 bytes with the key of the epoch for that key; the first epoch is in none at first. */
  readonly seals: ReadonlyMap<string, readonly Uint8Array[]>;
  /** Whether its minting counts. */
  readonly counts: boolean;
}

export interface MissingSeals {
  readonly epochId: string;
  /** The active keys of members that lack it, ascending. */
  readonly keyIds: readonly string[];
}

/** The epochs a log tells of, ascending. @param ordered All operations. */
export function epochsOf(ordered: readonly Entry[], removal: Removal): readonly EpochRecord[] {
  const seals = sealsOf(ordered);
  return ordered
    .flatMap((entry) => {
      const { id: operationId, body } = entry.operation;
      if (body.kind !== 'genesis' && body.kind !== 'epoch.mint') return [];
      const [id, number] = [body.epoch_id, body.kind === 'genesis' ? 1 : body.number];
      return { id, number, operationId, seals: seals.get(id) ?? new Map(), counts: removal.counts(entry) };
    })
    .sort(compareEpochs);
}

/** By epoch and key; also of what does not count, since a box that opens to the key of the epoch is as good. */
function sealsOf(ordered: readonly Entry[]): ReadonlyMap<string, Map<string, Uint8Array[]>> {
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
 * Whether a key that is dead may have the current epoch: its replica minted it, it is sealed for the key, or, where the
 * minting did not know of the key, whoever let it in handed it on. A removal may leave the epoch as it is.
 */
export function isCurrentExposed(
  log: ControlLog,
  removal: Removal,
  keys: ReadonlyMap<string, GroupKey>,
  current: EpochRecord,
): boolean {
  const { past, operation } = log.entry(current.operationId) as Entry;
  const knew = (keyId: string) => log.introductions(keyId).some(({ entry }) => past.has(entry.number));
  const excludes = ({ keyId, replicaId }: GroupKey) =>
    operation.body.author_replica_id !== replicaId && knew(keyId) && !current.seals.has(keyId);
  return [...keys.values()].some(
    (key) => !key.active && key.replicaId !== RECOVERY && wantsMint(removal.removalsOf(key.keyId)) && !excludes(key),
  );
}

/** A key that is dead without a removal came by what does not count. */
const wantsMint = (removals: readonly Entry[]) =>
  removals.length === 0 || removals.some(({ operation: { body } }) => body.kind !== 'member.revoke_key' || body.mint);

/**
 * What members lack who were added while an epoch was minted, so that it was not minted for them. A member has an epoch
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
 * Opens an epoch that was sealed for a key; null where it was not, or where what is in the box is another key than the
 * epoch is known by.
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
    const epoch = key === null ? null : epochOf(crypto, databaseId, number, key);
    if (epoch?.id === id) return epoch;
  }
  return null;
}
