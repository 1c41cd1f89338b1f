import { toBase64 } from '../base64.js';
import type { Crypto } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import { type Epoch, mintEpoch } from '../keys/epoch.js';
import { keyIdOf, type PublicKeys, publicKeysOf, type ReplicaKeys } from '../keys/key-id.js';
import type { ControlBody, ControlPayload } from './bodies.js';
import { CONTROL_LIMITS, RECOVERY } from './fields.js';
import type { GroupKey } from './group-keys.js';
import { ControlLog, type Entry } from './log.js';
import { type ControlOperation, proveKey, signControl } from './operation.js';
import { controlState } from './state.js';

/** Who writes: a replica, or `recovery` with the keys of the recovery code. */
export interface ControlAuthor {
  readonly replicaId: string;
  readonly signer: Signer;
}

export const recoveryAuthor = (crypto: Crypto, keys: ReplicaKeys): ControlAuthor => ({
  replicaId: RECOVERY,
  signer: { keyId: keyIdOf(crypto, publicKeysOf(keys)), secretKey: keys.sign.secretKey },
});

/** The fields of an operation that tell of a replica's keys, with the proof that they are its own. */
export const enrolment = (crypto: Crypto, replicaId: string, keys: ReplicaKeys) => ({
  replica_id: replicaId,
  ...publicKeyFields(publicKeysOf(keys)),
  proof: toBase64(proveKey(crypto, replicaId, publicKeysOf(keys), keys.sign)),
});

export const publicKeyFields = ({ sign, box }: PublicKeys) => ({ sign_pk: toBase64(sign), box_pk: toBase64(box) });

export interface Founding {
  readonly databaseId: string;
  readonly replicaId: string;
  readonly name: string;
  readonly keys: ReplicaKeys;
  /** Those that follow from the recovery code. */
  readonly recovery: PublicKeys;
  readonly mergeVersion: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Begins a group of one: its log with the first operation in it, and the first epoch. */
export function foundGroup(
  crypto: Crypto,
  { databaseId, replicaId, name, keys, recovery, mergeVersion, now }: Founding,
): { readonly log: ControlLog; readonly operation: ControlOperation; readonly epoch: Epoch } {
  const epoch = mintEpoch(crypto, databaseId, 1);
  const body: ControlBody = {
    v: 1,
    database_id: databaseId,
    kind: 'genesis',
    author_replica_id: replicaId,
    key_id: keyIdOf(crypto, publicKeysOf(keys)),
    parents: [],
    height: 1,
    created_at: new Date(now).toISOString(),
    recovery: publicKeyFields(recovery),
    member: { ...enrolment(crypto, replicaId, keys), name },
    epoch_id: epoch.id,
    merge_version: mergeVersion,
  };
  const operation = signControl(crypto, body, keys.sign.secretKey);
  const log = new ControlLog(crypto, databaseId, operation.id);
  log.add(operation);
  return { log, operation, epoch };
}

/**
 * Writes an operation that knows of all there is in a log, and adds it.
 *
 * @param now Milliseconds since 1970.
 * @throws RangeError for one that the log would not take
 */
export function writeControl(
  crypto: Crypto,
  log: ControlLog,
  author: ControlAuthor,
  now: number,
  payload: ControlPayload,
): ControlOperation {
  if (payload.kind === 'member.add' && activeMembers(log) >= CONTROL_LIMITS.active)
    throw new RangeError(`a group has at most ${CONTROL_LIMITS.active} members at a time`);
  const parents = parentsFor(log);
  const body: ControlBody = {
    v: 1,
    database_id: log.databaseId,
    author_replica_id: author.replicaId,
    key_id: author.signer.keyId,
    parents: parents.map(({ operation }) => operation.id),
    height: 1 + Math.max(...parents.map(({ operation }) => operation.body.height)),
    created_at: new Date(now).toISOString(),
    ...inOrder(payload),
  };
  const operation = signControl(crypto, body, author.signer.secretKey);
  const admission = log.add(operation);
  if (admission !== 'added') throw new RangeError(`the control log does not take this operation: ${admission}`);
  return operation;
}

/** Lists are written ascending. */
const inOrder = (payload: ControlPayload): ControlPayload =>
  payload.kind === 'member.add' ? { ...payload, epochs: payload.epochs.toSorted() } : payload;

const activeMembers = (log: ControlLog) =>
  [...controlState(log).members.values()].filter(({ status }) => status === 'active').length;

/** What an operation written now names as its past. */
const parentsFor = (log: ControlLog): readonly Entry[] =>
  log.heads.slice(0, CONTROL_LIMITS.parents).flatMap((head) => log.entry(head) ?? []);

/**
 * Mints an epoch for all keys that are active, but for `excluded`, which are about to be removed: the minting is
 * published first, so that nothing is sealed for the removed in between. A `recovery` artifact goes with it.
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
  const { keys } = controlState(log);
  const recipients = [...keys.values()].filter(({ active, replicaId }) => active && replicaId !== RECOVERY);
  const seals = sealFor(
    crypto,
    epoch,
    recipients.filter(({ keyId }) => !excluded.includes(keyId)),
  );
  const payload = { kind: 'epoch.mint', epoch_id: epoch.id, number, seals } as const;
  return { operation: writeControl(crypto, log, author, now, payload), epoch };
}

/** Gives members the epochs they lack, as far as the author holds them. */
export function writeShares(
  crypto: Crypto,
  log: ControlLog,
  author: ControlAuthor,
  now: number,
  held: (epochId: string) => Epoch | null,
): readonly ControlOperation[] {
  const { missingSeals, keys } = controlState(log);
  return missingSeals.flatMap(({ epochId, keyIds }) => {
    const epoch = held(epochId);
    if (epoch === null) return [];
    const recipients = keyIds.flatMap((keyId) => keys.get(keyId) ?? []);
    const payload = { kind: 'epoch.share', epoch_id: epochId, seals: sealFor(crypto, epoch, recipients) } as const;
    return writeControl(crypto, log, author, now, payload);
  });
}

/** Keys come ascending by id, as the log wants seals. */
const sealFor = (crypto: Crypto, epoch: Epoch, keys: readonly GroupKey[]) =>
  keys.map(({ keyId, keys: { box } }) => ({ key_id: keyId, sealed: toBase64(crypto.boxSeal(epoch.key, box)) }));
