import type { ControlBody } from './bodies.js';
import { type EpochRecord, epochsOf, isCurrentExposed, type MissingSeals, missingSeals } from './epochs.js';
import { RECOVERY } from './fields.js';
import { type Additions, additionsOf, type GroupKey, groupKeys } from './group-keys.js';
import type { ControlLog, Entry } from './log.js';
import { decideRemovals } from './removal.js';
import { seniorityOf } from './seniority.js';

export interface Member {
  readonly replicaId: string;
  readonly name: string;
  /** `revoked`: none of its keys counts; it still holds the floor back until it is retired. */
  readonly status: 'active' | 'revoked' | 'retired';
  /** Those it has or had. */
  readonly keys: readonly GroupKey[];
  readonly addedAt: string;
  /** A replica, itself for the founder, or the recovery code. */
  readonly addedBy: string;
  readonly snapshotPermitted: boolean;
  readonly retirement: Retirement | null;
}

export interface Retirement {
  readonly operationId: string;
  readonly at: string;
  /** The last segment of its operations that counts; null where none was named. */
  readonly final: { readonly index: number; readonly sha256: string } | null;
}

/** Who is in the group, and what it has agreed on: a function of the operations of a log, whatever their order. */
export interface ControlState {
  /** By replica id, the senior ones first; those that are gone too, but not those whose addition does not count. */
  readonly members: ReadonlyMap<string, Member>;
  /** By key id; every key that was ever introduced, also by what does not count. */
  readonly keys: ReadonlyMap<string, GroupKey>;
  /** The keys that follow from the recovery code that is valid now. */
  readonly recovery: GroupKey;
  readonly mergeVersion: number;
  /** Who agreed on it for the group: a replica, the founder at first, or the recovery code. */
  readonly mergeVersionBy: string;
  /** Ascending; those whose minting does not count too, since something may be sealed under them. */
  readonly epochs: readonly EpochRecord[];
  /** What is published now is sealed under it. */
  readonly currentEpoch: EpochRecord;
  /** Whether somebody who is no longer in the group has the current epoch, or a member lacks it: whoever notices mints. */
  readonly mintNeeded: boolean;
  /** Which members have not been given which epochs: whoever holds one of them and notices shares it. */
  readonly missingSeals: readonly MissingSeals[];
  /** The ids of the operations that do not count. */
  readonly voided: readonly string[];
  /** The ids of the operations no other names as its past, ascending. */
  readonly heads: readonly string[];
}

/**
 * Worked out once for a log, until it has more in it.
 *
 * @throws RangeError for a log without its first operation
 */
export function controlState(log: ControlLog): ControlState {
  const size = log.entries.length;
  if (size === 0) throw new RangeError('the log does not have its beginning');
  const known = states.get(log);
  if (known?.size === size) return known.state;
  const state = stateOf(log);
  states.set(log, { size, state });
  return state;
}

const states = new WeakMap<ControlLog, { readonly size: number; readonly state: ControlState }>();

function stateOf(log: ControlLog): ControlState {
  const seniority = seniorityOf(log);
  const removal = decideRemovals(log, seniority);
  const ordered = [...log.entries].sort(seniority.order);
  const counted = ordered.filter(removal.counts);
  const additions = additionsOf(counted, seniority);
  const keys = groupKeys(log, removal, counted, additions);
  const epochs = epochsOf(ordered, removal);
  // The first epoch counts whatever happens.
  const currentEpoch = epochs.findLast(({ counts }) => counts) as EpochRecord;
  const missing = missingSeals(log, epochs, additions, keys);
  return {
    members: membersOf(counted, additions, keys),
    keys,
    recovery: currentRecovery(counted, keys),
    ...mergeVersionOf(counted),
    epochs,
    currentEpoch,
    mintNeeded:
      isCurrentExposed(log, removal, keys, currentEpoch) || missing.some(({ epochId }) => epochId === currentEpoch.id),
    missingSeals: missing,
    voided: ordered.filter((entry) => !removal.counts(entry)).map(({ operation }) => operation.id),
    heads: log.heads,
  };
}

function membersOf(
  counted: readonly Entry[],
  additions: Additions,
  keys: ReadonlyMap<string, GroupKey>,
): ReadonlyMap<string, Member> {
  const retirements = retirementsOf(counted);
  const permitted = permissionsOf(counted);
  const members = new Map<string, Member>();
  for (const [replicaId, { entry }] of additions) {
    const { body } = entry.operation;
    const own = [...keys.values()].filter((key) => key.replicaId === replicaId);
    const retirement = retirements.get(replicaId) ?? null;
    const alive = own.some(({ active }) => active);
    members.set(replicaId, {
      replicaId,
      name: nameOf(body),
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

function nameOf(body: ControlBody): string {
  if (body.kind === 'genesis') return body.member.name;
  return body.kind === 'member.add' ? body.name : '';
}

/** The first of each. */
function retirementsOf(counted: readonly Entry[]): ReadonlyMap<string, Retirement> {
  const retirements = new Map<string, Retirement>();
  for (const { operation } of counted) {
    const { id: operationId, body } = operation;
    if (body.kind !== 'member.retire' || retirements.has(body.replica_id)) continue;
    retirements.set(body.replica_id, { operationId, at: body.created_at, final: body.final });
  }
  return retirements;
}

/** What was said last of each. */
function permissionsOf(counted: readonly Entry[]): ReadonlyMap<string, boolean> {
  const said = counted.flatMap(({ operation: { body } }) => (body.kind === 'snapshot.permit' ? [body] : []));
  return new Map(said.map(({ replica_id, granted }) => [replica_id, granted]));
}

function currentRecovery(counted: readonly Entry[], keys: ReadonlyMap<string, GroupKey>): GroupKey {
  const recovery = counted.flatMap(({ introduces }) => introduces.filter(({ replicaId }) => replicaId === RECOVERY));
  const candidates = recovery.map(({ keyId }) => keys.get(keyId) as GroupKey);
  return candidates.findLast(({ active }) => active) ?? (candidates.at(-1) as GroupKey);
}

/** What was said last. */
function mergeVersionOf(counted: readonly Entry[]): Pick<ControlState, 'mergeVersion' | 'mergeVersionBy'> {
  const said = counted.flatMap(({ operation: { body } }) => ('merge_version' in body ? [body] : []));
  // The first operation says one.
  const last = said.at(-1) as (typeof said)[number];
  return { mergeVersion: last.merge_version, mergeVersionBy: last.author_replica_id };
}
