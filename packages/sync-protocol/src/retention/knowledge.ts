import { attestedSeq } from '../control/attested.js';
import type { ControlState, Member } from '../control/state.js';
import type { VersionVector } from '../log/operations.js';
import type { AuthorState } from '../log/succession.js';
import type { Ack } from './ack.js';
import { decodeCheckpointHead } from './checkpoint.js';
import type { MemberKnowledge, VerifiedSnapshot } from './stability.js';

/** How far a replica itself is. */
export interface OwnKnowledge {
  readonly replicaId: string;
  readonly versions: VersionVector;
  readonly authors: ReadonlyMap<string, AuthorState>;
}

/** What is known here of each member; of this replica, what it has applied, since that is durable. */
export function memberKnowledge(state: ControlState, acks: readonly Ack[], own: OwnKnowledge): MemberKnowledge[] {
  const ackOf = new Map(acks.map((ack) => [ack.replica, ack]));
  return [...state.members.values()].map((member) => {
    const { replicaId, status } = member;
    const acknowledged = replicaId === own.replicaId ? own.versions : (ackOf.get(replicaId)?.versions ?? null);
    const retired = status === 'retired' && { applied: isApplied(member, state, ackOf, own) };
    return { replicaId, acknowledged, retired };
  });
}

/**
 * Whether all that counts of a retired replica is applied here. Every other has to have heard of the retirement: until
 * then it may take over more, and attest that.
 */
function isApplied(
  { replicaId, retirement }: Member,
  state: ControlState,
  ackOf: ReadonlyMap<string, Ack>,
  { replicaId: own, versions, authors }: OwnKnowledge,
): boolean {
  const others = [...state.members.values()].filter((each) => each.status !== 'retired' && each.replicaId !== own);
  const head = state.heads.at(-1);
  if (others.some((other) => ackOf.get(other.replicaId)?.membersHead !== head)) return false;
  const attestations = [...ackOf.values()].map(({ replica, attested }) => ({ replicaId: replica, attested }));
  if ((versions[replicaId] ?? 0) < attestedSeq(state, attestations, replicaId)) return false;
  return (authors.get(replicaId)?.index ?? 0) >= (retirement?.final?.index ?? 0);
}

/** A checkpoint somebody published, as far as it is known here. */
export interface CheckpointRecord {
  readonly replica: string;
  /** Of the artifact with its head. */
  readonly index: number;
  /** Likewise: what acknowledgements call it by. */
  readonly name: string;
  /** What that artifact holds. */
  readonly head: Uint8Array;
  /** Milliseconds since 1970, when this replica made it or first saw it. */
  readonly at: number;
  /**
   * `made`: by this replica, and not read again. `open`: what this replica has forgotten it would need to tell.
   * `refused`: it is not what it says.
   */
  readonly verdict: 'made' | 'verified' | 'open' | 'refused';
  /** Why it is refused. */
  readonly problem: string | null;
}

/** Which checkpoints there are, and who has found that they are what they say; `replicaId` is this replica. */
export function verifiedSnapshots(
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

/** The index of the first artifact of a checkpoint. */
export function firstIndexOf({ index, head }: CheckpointRecord): number {
  const [first] = decodeCheckpointHead(head)?.parts ?? [];
  return first === undefined ? index : Math.min(index, Number.parseInt(first, 16));
}
