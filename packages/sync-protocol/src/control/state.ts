import type { ControlBody } from './bodies.js';
import { collectEpochs, type EpochRecord, isCurrentExposed, type MissingSeals, missingSeals } from './epochs.js';
import { RECOVERY } from './fields.js';
import { type Additions, collectAdditions, collectGroupKeys, type GroupKey } from './group-keys.js';
import type { ControlLog, Entry } from './log.js';
import { decideRemovals } from './removal.js';
import { computeSeniority } from './seniority.js';

/** A device of a group. */
export interface Member {
  readonly replicaId: string;
  readonly name: string;
  /**
   * Status of the member. `revoked`: none of its keys is active; it still holds back the stability floor until it is
   * retired.
   */
  readonly status: 'active' | 'revoked' | 'retired';
  /** Current and former keys. */
  readonly keys: readonly GroupKey[];
  readonly addedAt: string;
  /** Author of the addition: a replica id (the founder's own for the founder), or `recovery`. */
  readonly addedBy: string;
  readonly snapshotPermitted: boolean;
  readonly retirement: Retirement | null;
}

/** Retirement of a member. */
export interface Retirement {
  readonly operationId: string;
  readonly at: string;
  /** Last segment of its operations that counts; null when the operation names none. */
  readonly final: { readonly index: number; readonly sha256: string } | null;
}

/**
 * State of a group: its members, keys, epochs and agreed settings. It is a function of the set of operations in the
 * log, independent of their order of arrival.
 */
export interface ControlState {
  /**
   * Members by replica id, the most senior first. Includes former members, but not those whose addition does not count.
   */
  readonly members: ReadonlyMap<string, Member>;
  /** Every key ever introduced, by key id, including keys from operations that do not count. */
  readonly keys: ReadonlyMap<string, GroupKey>;
  /** Public keys of the recovery code that is valid now. */
  readonly recovery: GroupKey;
  readonly mergeVersion: number;
  /** Author of the merge version: a replica id (at first the founder's), or `recovery`. */
  readonly mergeVersionBy: string;
  /**
   * Epochs in ascending order. Includes those whose minting does not count, because artifacts may be encrypted under
   * them.
   */
  readonly epochs: readonly EpochRecord[];
  /** Epoch under which new artifacts are encrypted. */
  readonly currentEpoch: EpochRecord;
  /**
   * True when a former member has the current epoch, or a member lacks it. The replica that notices mints a new one.
   */
  readonly mintNeeded: boolean;
  /** Epochs that some members lack. A replica that notices and holds the epoch shares it. */
  readonly missingSeals: readonly MissingSeals[];
  /** Ids of the operations that do not count. */
  readonly voided: readonly string[];
  /** Ids of the operations that no other operation names as its parent, ascending. */
  readonly heads: readonly string[];
  /** Ids of all operations. */
  readonly operations: ReadonlySet<string>;
}

/**
 * Returns the state of a control log. The result is cached until the log grows.
 *
 * @throws RangeError for a log without its first operation
 */
export function getControlState(log: ControlLog): ControlState {
  const size = log.entries.length;
  if (size === 0) throw new RangeError('The control log does not contain its genesis operation.');
  const known = states.get(log);
  if (known?.size === size) return known.state;
  const state = computeState(log);
  states.set(log, { size, state });
  return state;
}

const states = new WeakMap<ControlLog, { readonly size: number; readonly state: ControlState }>();

function computeState(log: ControlLog): ControlState {
  const seniority = computeSeniority(log);
  const removal = decideRemovals(log, seniority);
  const ordered = [...log.entries].sort(seniority.order);
  const counted = ordered.filter(removal.counts);
  const additions = collectAdditions(counted, seniority);
  const keys = collectGroupKeys(log, removal, counted, additions);
  const epochs = collectEpochs(ordered, removal);
  // The first epoch always counts.
  const currentEpoch = epochs.findLast(({ counts }) => counts) as EpochRecord;
  const missing = missingSeals(log, epochs, additions, keys);
  return {
    members: collectMembers(counted, additions, keys),
    keys,
    recovery: findCurrentRecovery(counted, keys),
    ...findMergeVersion(counted),
    epochs,
    currentEpoch,
    mintNeeded:
      isCurrentExposed(log, removal, keys, currentEpoch) || missing.some(({ epochId }) => epochId === currentEpoch.id),
    missingSeals: missing,
    voided: ordered.filter((entry) => !removal.counts(entry)).map(({ operation }) => operation.id),
    heads: log.heads,
    operations: new Set(ordered.map(({ operation }) => operation.id)),
  };
}

function collectMembers(
  counted: readonly Entry[],
  additions: Additions,
  keys: ReadonlyMap<string, GroupKey>,
): ReadonlyMap<string, Member> {
  const retirements = collectRetirements(counted);
  const permitted = collectPermissions(counted);
  const members = new Map<string, Member>();
  for (const [replicaId, { entry }] of additions) {
    const { body } = entry.operation;
    const own = [...keys.values()].filter((key) => key.replicaId === replicaId);
    const retirement = retirements.get(replicaId) ?? null;
    const alive = own.some(({ active }) => active);
    members.set(replicaId, {
      replicaId,
      name: getMemberName(body),
      status: retirement !== null ? 'retired' : alive ? 'active' : 'revoked',
      keys: own,
      addedAt: body.created_at,
      addedBy: body.author_replica_id,
      snapshotPermitted: alive && (permitted.get(replicaId) ?? false),
      retirement,
    });
  }
  return members;
}

function getMemberName(body: ControlBody): string {
  if (body.kind === 'genesis') return body.member.name;
  return body.kind === 'member.add' ? body.name : '';
}

/** Returns the first retirement of each replica. */
function collectRetirements(counted: readonly Entry[]): ReadonlyMap<string, Retirement> {
  const retirements = new Map<string, Retirement>();
  for (const { operation } of counted) {
    const { id: operationId, body } = operation;
    if (body.kind !== 'member.retire' || retirements.has(body.replica_id)) continue;
    retirements.set(body.replica_id, { operationId, at: body.created_at, final: body.final });
  }
  return retirements;
}

/** Returns the last snapshot permission of each replica. */
function collectPermissions(counted: readonly Entry[]): ReadonlyMap<string, boolean> {
  const permissions = counted.flatMap(({ operation: { body } }) => (body.kind === 'snapshot.permit' ? [body] : []));
  return new Map(permissions.map(({ replica_id, granted }) => [replica_id, granted]));
}

function findCurrentRecovery(counted: readonly Entry[], keys: ReadonlyMap<string, GroupKey>): GroupKey {
  const recovery = counted.flatMap(({ introduces }) => introduces.filter(({ replicaId }) => replicaId === RECOVERY));
  const candidates = recovery.map(({ keyId }) => keys.get(keyId) as GroupKey);
  return candidates.findLast(({ active }) => active) ?? (candidates.at(-1) as GroupKey);
}

/** Returns the last merge version and its author. */
function findMergeVersion(counted: readonly Entry[]): Pick<ControlState, 'mergeVersion' | 'mergeVersionBy'> {
  const settings = counted.flatMap(({ operation: { body } }) => ('merge_version' in body ? [body] : []));
  // The genesis contains a merge version, so the list is not empty.
  const last = settings.at(-1) as (typeof settings)[number];
  return { mergeVersion: last.merge_version, mergeVersionBy: last.author_replica_id };
}
