import type { ControlState } from '../control/state.js';
import type { VersionVector } from '../log/operations.js';
import type { Ack } from './ack.js';
import { type CheckpointRecord, memberKnowledge, type OwnKnowledge, verifiedSnapshots } from './knowledge.js';
import { retentionFloor, safeFloor, stableFloor } from './stability.js';

/** Up to which operations of each replica what would have to hold does hold. */
export interface Floors {
  /** Every member that is not retired has applied it. */
  readonly safe: VersionVector;
  /** Nothing can be on its way that stands on it; null while that is not known. */
  readonly stable: VersionVector | null;
  /** A checkpoint holds it too that somebody has verified: it may go for good. */
  readonly retention: VersionVector;
}

/** What is known here of how far everybody is. */
export function floorsOf(
  state: ControlState,
  acks: readonly Ack[],
  own: OwnKnowledge,
  checkpoints: readonly CheckpointRecord[],
): Floors {
  const members = memberKnowledge(state, acks, own);
  const snapshots = verifiedSnapshots(checkpoints, acks, own.replicaId);
  return {
    safe: safeFloor(members),
    stable: stableFloor(members, own.versions),
    retention: retentionFloor(members, own.versions, snapshots),
  };
}
