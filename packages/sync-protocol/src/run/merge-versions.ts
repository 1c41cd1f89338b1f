import type { ControlState } from '../control/state.js';
import { MERGE_VERSION } from '../merge/limits.js';
import type { Ack } from '../retention/ack.js';
import type { RunContext } from './context.js';

/** Versions of the rules of merging this program knows, ascending. */
export const MERGE_VERSIONS: readonly number[] = [MERGE_VERSION];

/** Whether this replica knows the rules the group merges by. One that does not applies nothing: it would show another library. */
export function knowsRules({ members, mergeVersions = MERGE_VERSIONS }: RunContext): boolean {
  return mergeVersions.includes(members.state.mergeVersion);
}

/** The version by which a replica merges: that of the group, or the newest it knows where it does not know that one. */
export const mergeVersionInUse = ({ mergeVersion }: ControlState, known: readonly number[]): number =>
  known.includes(mergeVersion) ? mergeVersion : (known.at(-1) as number);

/**
 * Whether a group may agree on a newer version of the rules (`policy.set`): every member that is not retired, the revoked
 * ones too, has said in its last acknowledgement that it knows it. One let in meanwhile may not; it waits for its upgrade.
 *
 * @param acks The newest of each of the others. @param own Who asks, and what it knows.
 */
export function mayAgreeOn(
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
