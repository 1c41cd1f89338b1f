import type { VersionVector } from '../../log/operations.js';
import { countOperations, coversAll, meetVectors } from '../../log/order.js';

/** A replica of the group and its last acknowledged versions; null when none are known. */
export interface MemberKnowledge {
  readonly replicaId: string;
  readonly acknowledged: VersionVector | null;
  /** A retired replica does not hold back the floor once all its operations that count are applied here. */
  readonly retired: false | { readonly applied: boolean };
}

/**
 * Returns the operations of each replica that all members which are not retired have applied. Revoked members count.
 */
export function computeSafeFloor(members: readonly MemberKnowledge[]): VersionVector {
  return meetVectors(selectPresent(members).map(({ acknowledged }) => acknowledged ?? {}));
}

const selectPresent = (members: readonly MemberKnowledge[]) => members.filter(({ retired }) => retired === false);

/**
 * Returns the floor below which this replica may prune operations that later ones depend on; null while there is none.
 * Every member must have acknowledged, and the operations it had written by then must be applied here. Otherwise an
 * operation still in transit, written before the acknowledgement, may depend on a pruned one.
 */
export function computeStableFloor(members: readonly MemberKnowledge[], applied: VersionVector): VersionVector | null {
  const isKnown = members.every(({ replicaId, acknowledged, retired }) =>
    retired === false
      ? acknowledged !== null && coversAll(applied, { [replicaId]: acknowledged[replicaId] ?? 0 })
      : retired.applied,
  );
  return isKnown ? computeSafeFloor(members) : null;
}

/** A checkpoint, and the members that have loaded it and found the view digest correct. */
export interface VerifiedSnapshot {
  readonly replicaId: string;
  readonly versions: VersionVector;
  readonly verifiedBy: readonly string[];
}

/**
 * Returns the floor below which operations may be deleted permanently. Every member has applied them, and they are in a
 * checkpoint that every member other than its author has verified: whoever adds a device tells it what it must have
 * before it publishes anything, and so must know of the checkpoint. A sole member verifies its own checkpoint. Of
 * several checkpoints, the one that covers most operations counts.
 */
export function computeRetentionFloor(
  members: readonly MemberKnowledge[],
  applied: VersionVector,
  snapshots: readonly VerifiedSnapshot[],
): VersionVector {
  const stable = computeStableFloor(members, applied);
  if (stable === null) return {};
  const ids = selectPresent(members).map(({ replicaId }) => replicaId);
  const isVerified = ({ replicaId, verifiedBy }: VerifiedSnapshot) =>
    ids.every((id) => verifiedBy.includes(id) || (id === replicaId && ids.length > 1));
  const floors = snapshots.filter(isVerified).map(({ versions }) => meetVectors([stable, versions]));
  return floors.reduce((most, floor) => (countOperations(floor) > countOperations(most) ? floor : most), {});
}
