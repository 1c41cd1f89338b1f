import type { ControlState } from '../../control/state.js';
import type { VersionVector } from '../../log/operations.js';
import type { Ack } from './ack.js';
import {
  type CheckpointRecord,
  collectMemberKnowledge,
  listVerifiedSnapshots,
  type OwnKnowledge,
} from './knowledge.js';
import { computeRetentionFloor, computeSafeFloor, computeStableFloor } from './stability.js';

/** Version vectors below which operations satisfy a condition. */
export interface Floors {
  /** Operations that every member which is not retired has applied. */
  readonly safe: VersionVector;
  /** Operations that no operation still in transit can depend on; null while that is unknown. */
  readonly stable: VersionVector | null;
  /** Operations that are also in a verified checkpoint: they may be deleted permanently. */
  readonly retention: VersionVector;
}

/**
 * Computes the floors from the known state of all members. An acknowledgement does not count while the newest operation
 * of the control log that it names is unknown here: its author may have added a member.
 */
export function computeFloors(
  state: ControlState,
  received: readonly Ack[],
  own: OwnKnowledge,
  checkpoints: readonly CheckpointRecord[],
): Floors {
  const acks = received.filter(({ membersHead }) => state.operations.has(membersHead));
  const members = collectMemberKnowledge(state, acks, own);
  const snapshots = listVerifiedSnapshots(checkpoints, acks, own.replicaId);
  return {
    safe: computeSafeFloor(members),
    stable: computeStableFloor(members, own.versions),
    retention: computeRetentionFloor(members, own.versions, snapshots),
  };
}
