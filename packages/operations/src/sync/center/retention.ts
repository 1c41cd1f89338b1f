import type { Input, Output } from '@notes/contract';
import { LibrarySyncStore } from '@notes/storage/sync';
import { coversAll, type VersionVector } from '@notes/sync-protocol';
import type { ControlState, Member } from '@notes/sync-protocol/control';
import { listVerifiedSnapshots } from '@notes/sync-protocol/run';
import type { Context } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { createConfirmation, doPlanned } from '../../upkeep/plans/do-planned.js';
import { makePlan } from '../../upkeep/plans/plan.js';
import { type Knowledge, readKnowledge } from '../knowledge.js';
import { loadGroup } from './group.js';
import { withReplica } from './replica.js';
import { listPrunable, type Prunable, readFloor, syncRetentionWork } from './retention-work.js';

type Retention = Output<'getSyncRetention'>;

/** Reports the prunable operations and the obstacles to pruning more. */
export function getSyncRetention({ library }: Context): Promise<Retention> {
  return withReplica(library, async (replica) => {
    const { replicaId } = replica.keys;
    const { state } = await loadGroup(replica, new LibrarySyncStore(library));
    const known = readKnowledge(library, state, replicaId);
    const floor = known.floors.retention;
    const snapshots = listSnapshots(state, known);
    return {
      floor: known.floors.safe,
      gating: listGatingMembers(state, known, snapshots),
      snapshot: snapshots[0]?.wire ?? null,
      eligible: sumPrunable(listPrunable(library, { floor, own: floor[replicaId] ?? 0 })),
      repair_source: findRepairSource(state, known, snapshots),
    };
  });
}

/** Prunes operations that no member needs any more. */
export async function applySyncRetention(
  context: Context,
  request: Input<'applySyncRetention'>,
): Promise<Output<'applySyncRetention'>> {
  const { library } = context;
  const floor = await readFloor(library);
  const { items, ...outcome } = await doPlanned(context, request, {
    work: syncRetentionWork,
    plan: () => makePlan(syncRetentionWork.format, listPrunable(library, floor)),
    isByAge: false,
    confirmationFor: createConfirmation('sync-retention-apply'),
  });
  return { ...outcome, eligible: sumPrunable(items) };
}

function sumPrunable(items: readonly Prunable[]): Retention['eligible'] {
  const sum = { ops: 0, op_bytes: 0, tombstones: 0, blobs: 0, blob_bytes: 0 };
  for (const item of items) {
    sum.op_bytes += item.bytes;
    if ('through' in item) continue;
    sum.ops += item.operations;
    sum.tombstones += item.tombstones;
    sum.blobs += item.texts;
    sum.blob_bytes += item.text_bytes;
  }
  return sum;
}

/**
 * Returns the members that keep the floor below what is published here: by their acknowledgements, or because they have
 * not verified the largest checkpoint.
 */
function listGatingMembers(
  { members }: ControlState,
  { own, acks }: Knowledge,
  snapshots: readonly Snapshot[],
): Retention['gating'] {
  const [largest] = snapshots.toSorted((a, b) => b.size - a.size);
  const isKnownTo = (replica: string) =>
    largest === undefined || largest.author === replica || largest.wire.verified_by.includes(replica);
  const published = { ...own.versions, [own.replicaId]: own.authors.get(own.replicaId)?.seq ?? 0 };
  return [...members.values()].flatMap(({ replicaId, status }: Member) => {
    if (status === 'retired' || replicaId === own.replicaId) return [];
    const ack = acks.find(({ replica }) => replica === replicaId);
    if (ack !== undefined && coversAll(ack.versions, published) && isKnownTo(replicaId)) return [];
    const reason = status === 'revoked' ? 'revoked_not_retired' : ack === undefined ? 'never_acked' : 'lagging';
    return {
      replica_id: replicaId,
      status,
      last_ack_at: ack === undefined ? null : timestamp(ack.at),
      reason,
    } as const;
  });
}

interface Snapshot {
  readonly wire: NonNullable<Retention['snapshot']>;
  readonly author: string;
  /** Number of operations. */
  readonly size: number;
  readonly isVerifiedByPeer: boolean;
}

/** Returns the checkpoints, verified ones first, then those that contain most. */
function listSnapshots({ members }: ControlState, { own, acks, checkpoints, floors }: Knowledge): Snapshot[] {
  const present = [...members.values()].filter(({ status }) => status !== 'retired').map(({ replicaId }) => replicaId);
  const size = (vector: VersionVector) => Object.values(vector).reduce((sum, seq) => sum + seq, 0);
  return listVerifiedSnapshots(checkpoints, acks, own.replicaId)
    .map(({ record, replicaId: author, versions, verifiedBy }) => ({
      author,
      size: size(versions),
      isVerifiedByPeer: verifiedBy.some((id) => present.includes(id) && (id !== author || present.length === 1)),
      wire: {
        snapshot_id: record.name,
        created_at: timestamp(record.at),
        covers_floor: coversAll(versions, floors.safe),
        verified_by: [...verifiedBy],
      },
    }))
    .sort((a, b) => Number(b.isVerifiedByPeer) - Number(a.isVerifiedByPeer) || b.size - a.size);
}

/** Returns a source from which this library could be restored: a checkpoint, or a device that has everything. */
function findRepairSource(
  { members }: ControlState,
  { own, acks }: Knowledge,
  [snapshot]: readonly Snapshot[],
): Retention['repair_source'] {
  if (snapshot?.isVerifiedByPeer) {
    const { author, wire } = snapshot;
    return { kind: 'snapshot', replica_id: author, snapshot_id: wire.snapshot_id };
  }
  const whole = acks.find(
    ({ replica, versions, complete }) =>
      complete && members.get(replica)?.status === 'active' && coversAll(versions, own.versions),
  );
  return whole === undefined
    ? { kind: 'none', replica_id: null, snapshot_id: null }
    : { kind: 'peer', replica_id: whole.replica, snapshot_id: null };
}
