import type { ControlState } from '../control/state.js';
import type { VersionVector } from '../log/operations.js';
import type { Ack } from './ack.js';
import { type CheckpointRecord, memberKnowledge, type OwnKnowledge, verifiedSnapshots } from './knowledge.js';
import { retentionFloor, safeFloor, stableFloor } from './stability.js';

/** Version vectors below which operations satisfy a condition. */
export interface Floors {
  /** Operations that every member which is not retired has applied. */
  readonly safe: VersionVector;
  /** Operations that no operation still in transit can depend on; null while that is unknown. */
  readonly stable: VersionVector | null;
  /** Operations that are also in a verified checkpoint: they may be deleted permanently. */
  readonly retention: VersionVector;
}

/** Computes the floors from the known state of all members. */
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
