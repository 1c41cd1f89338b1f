import type { VersionVector } from '../log/operations.js';
import { coversAll, meetVectors } from '../log/order.js';

/** A replica of the group, and what it last acknowledged; null where nothing of it is known. */
export interface MemberKnowledge {
  readonly replicaId: string;
  readonly acknowledged: VersionVector | null;
  /** A replica that was retired holds nothing back, once all of its operations that count are applied here. */
  readonly retired: false | { readonly applied: boolean };
}

/** Up to which operation of each replica every member that is not retired has applied all; one whose key was revoked counts. */
export function safeFloor(members: readonly MemberKnowledge[]): VersionVector {
  return meetVectors(present(members).map(({ acknowledged }) => acknowledged ?? {}));
}

const present = (members: readonly MemberKnowledge[]) => members.filter(({ retired }) => retired === false);

/**
 * The floor below which this replica may forget what later operations stand on; null while there is none. Every member
 * has acknowledged, and what each had written until then is applied here: otherwise a member may have written, before
 * it acknowledged, what is on its way and stands on something this replica would forget.
 */
export function stableFloor(members: readonly MemberKnowledge[], applied: VersionVector): VersionVector | null {
  const isKnown = members.every(({ replicaId, acknowledged, retired }) =>
    retired === false
      ? acknowledged !== null && coversAll(applied, { [replicaId]: acknowledged[replicaId] ?? 0 })
      : retired.applied,
  );
  return isKnown ? safeFloor(members) : null;
}

/** A checkpoint of the library, and which members have loaded it and found the view it says. */
export interface VerifiedSnapshot {
  readonly replicaId: string;
  readonly versions: VersionVector;
  readonly verifiedBy: readonly string[];
}

/**
 * The floor below which operations may go for good: what every member has applied, and a checkpoint holds that a member
 * other than its author has verified. Who is alone verifies their own. Of several checkpoints the one that holds most.
 */
export function retentionFloor(
  members: readonly MemberKnowledge[],
  applied: VersionVector,
  snapshots: readonly VerifiedSnapshot[],
): VersionVector {
  const stable = stableFloor(members, applied);
  if (stable === null) return {};
  const ids = present(members).map(({ replicaId }) => replicaId);
  const isVerified = ({ replicaId, verifiedBy }: VerifiedSnapshot) =>
    verifiedBy.some((id) => ids.includes(id) && (id !== replicaId || ids.length === 1));
  const floors = snapshots.filter(isVerified).map(({ versions }) => meetVectors([stable, versions]));
  return floors.reduce((most, floor) => (total(floor) > total(most) ? floor : most), {});
}

const total = (vector: VersionVector) => Object.values(vector).reduce((sum, seq) => sum + seq, 0);
