import type { ControlState } from '../control/state.js';
import { MERGE_VERSION } from '../merge/limits.js';
import type { RunContext } from './context.js';
import type { Ack } from './retention/ack.js';

/** Versions of the merge rules that this program supports, ascending. */
export const MERGE_VERSIONS: readonly number[] = [MERGE_VERSION];

/**
 * Returns true when this replica supports the merge version of the group. A replica that does not applies nothing: its
 * library would differ.
 */
export function supportsMergeVersion({ members, mergeVersions = MERGE_VERSIONS }: RunContext): boolean {
  return mergeVersions.includes(members.state.mergeVersion);
}

/** Returns the merge version of the group, or the newest supported one if this replica does not support it. */
export const getMergeVersionInUse = ({ mergeVersion }: ControlState, known: readonly number[]): number =>
  known.includes(mergeVersion) ? mergeVersion : (known.at(-1) as number);

/**
 * Returns true when a group may agree on a newer merge version (`policy.set`): every member that is not retired,
 * revoked members included, has acknowledged support for it. A member added later may lack it and then waits for its
 * upgrade.
 *
 * @param acks newest acknowledgement of each other replica
 * @param own id and supported versions of this replica
 */
export function canAgreeOn(
  version: number,
  { mergeVersion, members }: ControlState,
  acks: readonly Pick<Ack, 'replica' | 'mergeVersions'>[],
  own: { readonly replicaId: string; readonly mergeVersions: readonly number[] },
): boolean {
  const known = new Map(acks.map(({ replica, mergeVersions }) => [replica, mergeVersions]));
  known.set(own.replicaId, own.mergeVersions);
  const unretired = [...members.values()].filter(({ status }) => status !== 'retired');
  return version > mergeVersion && unretired.every(({ replicaId }) => known.get(replicaId)?.includes(version));
}
