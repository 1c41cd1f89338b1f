import type { ControlState } from '@notes/sync-protocol/control';
import {
  type Ack,
  type CheckpointRecord,
  computeFloors,
  decodeAck,
  type Floors,
  type OwnKnowledge,
} from '@notes/sync-protocol/run';
import type { Library } from '../platform/context.js';

/** Progress of all members as far as known here. */
export interface Knowledge {
  readonly own: OwnKnowledge;
  /** Newest acknowledgement of each other member. */
  readonly acks: readonly Ack[];
  readonly checkpoints: readonly CheckpointRecord[];
  readonly floors: Floors;
}

/** Reads the known progress of all members and derives the floors from it. */
export function readKnowledge({ store }: Pick<Library, 'store'>, state: ControlState, replicaId: string): Knowledge {
  const known = store.read(({ sync }) => ({
    own: { replicaId, versions: sync.vector(), authors: sync.exchange.authors() },
    acks: sync.exchange.acks().flatMap(({ payload }) => decodeAck(payload) ?? []),
    checkpoints: sync.checkpoints.all(),
  }));
  return { ...known, floors: computeFloors(state, known.acks, known.own, known.checkpoints) };
}
