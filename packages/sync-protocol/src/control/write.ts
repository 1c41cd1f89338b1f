import { toBase64 } from '../base64.js';
import type { Crypto } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import { type Epoch, mintEpoch } from '../keys/epoch.js';
import { computeKeyId, getPublicKeys, type PublicKeys, type ReplicaKeys } from '../keys/key-id.js';
import type { ControlBody, ControlPayload } from './bodies.js';
import { CONTROL_LIMITS, RECOVERY } from './fields.js';
import type { GroupKey } from './group-keys.js';
import { ControlLog, type Entry } from './log.js';
import { type ControlOperation, proveKey, signControl } from './operation.js';
import { getControlState } from './state.js';

/** Author of new operations: a replica, or `recovery` with the keys of the recovery code. */
export interface ControlAuthor {
  readonly replicaId: string;
  readonly signer: Signer;
}

/** Makes the author of control operations that the recovery code signs. */
export const createRecoveryAuthor = (crypto: Crypto, keys: ReplicaKeys): ControlAuthor => ({
  replicaId: RECOVERY,
  signer: { keyId: computeKeyId(crypto, getPublicKeys(keys)), secretKey: keys.sign.secretKey },
});

/** Returns the fields that enrol a replica's keys, with the proof that the keys belong to it. */
export const buildEnrolment = (crypto: Crypto, replicaId: string, keys: ReplicaKeys) => ({
  replica_id: replicaId,
  ...toPublicKeyFields(getPublicKeys(keys)),
  proof: toBase64(proveKey(crypto, replicaId, getPublicKeys(keys), keys.sign)),
});

/** Returns public keys in base64, under the names that operations give them. */
export const toPublicKeyFields = ({ sign, box }: PublicKeys) => ({ sign_pk: toBase64(sign), box_pk: toBase64(box) });

/** Facts of the first device of a new group. */
export interface NewGroup {
  readonly databaseId: string;
  readonly replicaId: string;
  readonly name: string;
  readonly keys: ReplicaKeys;
  /** Public keys derived from the recovery code. */
  readonly recovery: PublicKeys;
  readonly mergeVersion: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Founds a group with one member: a log with its genesis operation, and the first epoch. */
export function foundGroup(
  crypto: Crypto,
  { databaseId, replicaId, name, keys, recovery, mergeVersion, now }: NewGroup,
): { readonly log: ControlLog; readonly operation: ControlOperation; readonly epoch: Epoch } {
  const epoch = mintEpoch(crypto, databaseId, 1);
  const body: ControlBody = {
    v: 1,
    database_id: databaseId,
    kind: 'genesis',
    author_replica_id: replicaId,
    key_id: computeKeyId(crypto, getPublicKeys(keys)),
    parents: [],
    height: 1,
    created_at: new Date(now).toISOString(),
    recovery: toPublicKeyFields(recovery),
    member: { ...buildEnrolment(crypto, replicaId, keys), name },
    epoch_id: epoch.id,
    merge_version: mergeVersion,
  };
  const operation = signControl(crypto, body, keys.sign.secretKey);
  const log = new ControlLog(crypto, databaseId, operation.id);
  log.add(operation);
  return { log, operation, epoch };
}

/**
 * Writes an operation on top of the heads of a log and adds it.
 *
 * @param now milliseconds since the Unix epoch
 * @throws RangeError when the log would reject the operation, or the group has the maximum of active members
 */
export function writeControl(
  crypto: Crypto,
  log: ControlLog,
  author: ControlAuthor,
  now: number,
  payload: ControlPayload,
): ControlOperation {
  if (payload.kind === 'member.add' && countActiveMembers(log) >= CONTROL_LIMITS.active)
    throw new RangeError(`A group has at most ${CONTROL_LIMITS.active} active members. Retire a device first.`);
  const parents = parentsFor(log);
  const body: ControlBody = {
    v: 1,
    database_id: log.databaseId,
    author_replica_id: author.replicaId,
    key_id: author.signer.keyId,
    parents: parents.map(({ operation }) => operation.id),
    height: 1 + Math.max(...parents.map(({ operation }) => operation.body.height)),
    created_at: new Date(now).toISOString(),
    ...sortLists(payload),
  };
  const operation = signControl(crypto, body, author.signer.secretKey);
  const admission = log.add(operation);
  if (admission !== 'added') throw new RangeError(`The control log rejected this operation: ${admission}.`);
  return operation;
}

/** Sorts the lists of a payload in ascending order. */
const sortLists = (payload: ControlPayload): ControlPayload =>
  payload.kind === 'member.add' ? { ...payload, epochs: payload.epochs.toSorted() } : payload;

const countActiveMembers = (log: ControlLog) =>
  [...getControlState(log).members.values()].filter(({ status }) => status === 'active').length;

/** Returns the parents of an operation written now. */
const parentsFor = (log: ControlLog): readonly Entry[] =>
  log.heads.slice(0, CONTROL_LIMITS.parents).flatMap((head) => log.entry(head) ?? []);

/**
 * Mints an epoch for all active keys except `excluded`, which are about to be removed. The minting is published before
 * the removal, so nothing is encrypted for the removed keys in between. The caller publishes a `recovery` artifact with
 * it.
 *
 * @param now milliseconds since the Unix epoch
 * @param excluded ids of keys
 * @throws RangeError see {@link writeControl}
 */
export function writeMint(
  crypto: Crypto,
  log: ControlLog,
  author: ControlAuthor,
  now: number,
  excluded: readonly string[] = [],
): { readonly operation: ControlOperation; readonly epoch: Epoch } {
  const number = 1 + Math.max(...parentsFor(log).map(({ epochNumber }) => epochNumber));
  const epoch = mintEpoch(crypto, log.databaseId, number);
  const { keys } = getControlState(log);
  const recipients = [...keys.values()].filter(({ active, replicaId }) => active && replicaId !== RECOVERY);
  const seals = sealFor(
    crypto,
    epoch,
    recipients.filter(({ keyId }) => !excluded.includes(keyId)),
  );
  const payload = { kind: 'epoch.mint', epoch_id: epoch.id, number, seals } as const;
  return { operation: writeControl(crypto, log, author, now, payload), epoch };
}

/**
 * Shares with members the epochs they lack, as far as the author holds them.
 *
 * @param now milliseconds since the Unix epoch
 * @param findEpoch returns null for an epoch that the author does not hold
 * @throws RangeError see {@link writeControl}
 */
export function writeShares(
  crypto: Crypto,
  log: ControlLog,
  author: ControlAuthor,
  now: number,
  findEpoch: (epochId: string) => Epoch | null,
): readonly ControlOperation[] {
  const { missingSeals, keys } = getControlState(log);
  return missingSeals.flatMap(({ epochId, keyIds }) => {
    const epoch = findEpoch(epochId);
    if (epoch === null) return [];
    const recipients = keyIds.flatMap((keyId) => keys.get(keyId) ?? []);
    const payload = { kind: 'epoch.share', epoch_id: epochId, seals: sealFor(crypto, epoch, recipients) } as const;
    return writeControl(crypto, log, author, now, payload);
  });
}

/** Seals an epoch key for each recipient. The keys are ascending by id, as the log requires. */
const sealFor = (crypto: Crypto, epoch: Epoch, keys: readonly GroupKey[]) =>
  keys.map(({ keyId, keys: { box } }) => ({ key_id: keyId, sealed: toBase64(crypto.boxSeal(epoch.key, box)) }));
