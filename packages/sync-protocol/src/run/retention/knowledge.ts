import { getAttestedSeq } from '../../control/attestation.js';
import type { ControlState, Member } from '../../control/state.js';
import type { VersionVector } from '../../log/operations.js';
import { joinVectors, meetVectors } from '../../log/order.js';
import type { AuthorState } from '../../log/succession.js';
import type { Ack } from './ack.js';
import { decodeCheckpointHead } from './checkpoint.js';
import type { MemberKnowledge, VerifiedSnapshot } from './stability.js';

/** Replica state of this replica. */
export interface OwnKnowledge {
  readonly replicaId: string;
  readonly versions: VersionVector;
  readonly authors: ReadonlyMap<string, AuthorState>;
}

/** Returns the known state of each member. For this replica it is the applied versions, which are durable. */
export function collectMemberKnowledge(
  state: ControlState,
  acks: readonly Ack[],
  own: OwnKnowledge,
): MemberKnowledge[] {
  const acksByReplica = new Map(acks.map((ack) => [ack.replica, ack]));
  return [...state.members.values()].map((member) => {
    const { replicaId, status } = member;
    const acknowledged = replicaId === own.replicaId ? own.versions : (acksByReplica.get(replicaId)?.versions ?? null);
    const retired = status === 'retired' && { applied: isApplied(member, state, acksByReplica, own) };
    return { replicaId, acknowledged, retired };
  });
}

/**
 * Returns true when all operations of a retired replica that count are applied here. All other replicas must have seen
 * the retirement first: until then they may apply and attest more operations.
 */
function isApplied(
  { replicaId, retirement }: Member,
  state: ControlState,
  acksByReplica: ReadonlyMap<string, Ack>,
  { replicaId: own, versions, authors }: OwnKnowledge,
): boolean {
  const others = [...state.members.values()].filter((each) => each.status !== 'retired' && each.replicaId !== own);
  const head = state.heads.at(-1);
  if (others.some((other) => acksByReplica.get(other.replicaId)?.membersHead !== head)) return false;
  const attestations = [...acksByReplica.values()].map(({ replica, attested }) => ({ replicaId: replica, attested }));
  if ((versions[replicaId] ?? 0) < getAttestedSeq(state, attestations, replicaId)) return false;
  return (authors.get(replicaId)?.index ?? 0) >= (retirement?.final?.index ?? 0);
}

/** A published checkpoint, as known to this replica. */
export interface CheckpointRecord {
  readonly replica: string;
  /** Index of the artifact with its head. */
  readonly index: number;
  /** Name of the artifact with its head. Acknowledgements refer to the checkpoint by it. */
  readonly name: string;
  /** Bytes of the head. */
  readonly head: Uint8Array;
  /** Milliseconds since the Unix epoch when this replica made it or first saw it. */
  readonly at: number;
  /**
   * `made`: made by this replica and not read back. `open`: verification needs operations that this replica has pruned.
   * `refused`: its contents are not what it claims.
   */
  readonly verdict: 'made' | 'verified' | 'open' | 'refused';
  /** Reason for `refused`. */
  readonly problem: string | null;
}

/**
 * Lists the valid checkpoints and the replicas that have verified each.
 *
 * @param replicaId id of this replica
 */
export function listVerifiedSnapshots(
  records: readonly CheckpointRecord[],
  acks: readonly Ack[],
  replicaId: string,
): (VerifiedSnapshot & { readonly record: CheckpointRecord })[] {
  return records.flatMap((record) => {
    const head = decodeCheckpointHead(record.head);
    if (head === null || record.verdict === 'refused') return [];
    const witnesses = acks.filter(({ snapshotsVerified }) => snapshotsVerified.includes(record.name));
    const verifiedBy = witnesses.map(({ replica }) => replica);
    if (record.verdict === 'verified' && !verifiedBy.includes(replicaId)) verifiedBy.push(replicaId);
    return { record, replicaId: record.replica, versions: head.versions, verifiedBy: verifiedBy.sort() };
  });
}

/**
 * Returns the operations that a device added by this replica must have before it publishes any. Others may prune them
 * before they know of the device: those in a checkpoint that this replica knows, and those it had to have itself.
 */
export function computeAwaited(
  checkpoints: readonly CheckpointRecord[],
  versions: VersionVector,
  former: VersionVector,
): VersionVector {
  let known: VersionVector = {};
  for (const { head, verdict } of checkpoints)
    if (verdict !== 'refused') known = joinVectors(known, decodeCheckpointHead(head)?.versions ?? {});
  return joinVectors(meetVectors([versions, known]), former);
}

/** Returns the index of the first artifact of a checkpoint. */
export function getFirstIndex({ index, head }: CheckpointRecord): number {
  const [first] = decodeCheckpointHead(head)?.parts ?? [];
  return first === undefined ? index : Math.min(index, Number.parseInt(first, 16));
}
