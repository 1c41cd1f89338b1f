import type { VersionVector } from '../log/operations.js';
import { coversAll } from '../log/order.js';

/** A replica of the group, and what it last acknowledged; null where nothing of it is known. */
export interface MemberKnowledge {
  readonly replicaId: string;
  readonly acknowledged: VersionVector | null;
  /** A replica that was retired holds nothing back, once all of its operations that count are applied here. */
  readonly retired: false | { readonly applied: boolean };
}

/** Up to which operation of each replica every member that is not retired has applied all; one whose key was revoked counts. */
export function safeFloor(members: readonly MemberKnowledge[]): VersionVector {
  const [first, ...others] = members
    .filter(({ retired }) => retired === false)
    .map(({ acknowledged }) => acknowledged ?? {});
  const floor: Record<string, number> = {};
  for (const [replica, seq] of Object.entries(first ?? {})) {
    const least = others.reduce((lowest, vector) => Math.min(lowest, vector[replica] ?? 0), seq);
    if (least > 0) floor[replica] = least;
  }
  return floor;
}

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
