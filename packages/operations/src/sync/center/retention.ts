import type { Input, Output } from '@notes/contract';
import { type ControlState, coversAll, type Member, type VersionVector, verifiedSnapshots } from '@notes/sync-protocol';
import type { Context } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { doPlanned, wordsFor } from '../../upkeep/plans/do-planned.js';
import { makePlan } from '../../upkeep/plans/plan.js';
import { type Knowledge, knowledgeOf } from '../knowledge.js';
import { LibrarySyncStore } from '../library-store.js';
import { groupOf } from './group.js';
import { asReplica } from './replica.js';
import { type Forgotten, floorOf, forgettableNow, syncRetentionWork } from './retention-work.js';

type Retention = Output<'getSyncRetention'>;

/** Reports the prunable operations and the obstacles to pruning more. */
export function getSyncRetention({ library }: Context): Promise<Retention> {
  return asReplica(library, async (replica) => {
    const { replicaId } = replica.keys;
    const { state } = await groupOf(replica, new LibrarySyncStore(library));
    const known = knowledgeOf(library, state, replicaId);
    const floor = known.floors.retention;
    const snapshots = snapshotsOf(state, known);
    return {
      floor: known.floors.safe,
      gating: gatingOf(state, known),
      snapshot: snapshots[0]?.shown ?? null,
      eligible: sumOf(forgettableNow(library, { floor, own: floor[replicaId] ?? 0 })),
      repair_source: repairSource(state, known, snapshots),
    };
  });
}

/** Prunes operations that no member needs any more. */
export async function applySyncRetention(
  context: Context,
  request: Input<'applySyncRetention'>,
): Promise<Output<'applySyncRetention'>> {
  const { library } = context;
  const floor = await floorOf(library);
  const { items, ...outcome } = await doPlanned(context, request, {
    work: syncRetentionWork,
    plan: () => makePlan(syncRetentionWork.format, forgettableNow(library, floor)),
    isByAge: false,
    words: wordsFor('sync-retention-apply'),
  });
  return { ...outcome, eligible: sumOf(items) };
}

function sumOf(items: readonly Forgotten[]): Retention['eligible'] {
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

/** Returns the members whose acknowledgements keep the floor below what is published here. */
function gatingOf({ members }: ControlState, { own, acks }: Knowledge): Retention['gating'] {
  const published = { ...own.versions, [own.replicaId]: own.authors.get(own.replicaId)?.seq ?? 0 };
  return [...members.values()].flatMap(({ replicaId, status }: Member) => {
    if (status === 'retired' || replicaId === own.replicaId) return [];
    const ack = acks.find(({ replica }) => replica === replicaId);
    if (ack !== undefined && coversAll(ack.versions, published)) return [];
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
  readonly shown: NonNullable<Retention['snapshot']>;
  readonly author: string;
  readonly counts: boolean;
}

/** Returns the checkpoints, verified ones first, then those that contain most. */
function snapshotsOf({ members }: ControlState, { own, acks, checkpoints, floors }: Knowledge): Snapshot[] {
  const present = [...members.values()].filter(({ status }) => status !== 'retired').map(({ replicaId }) => replicaId);
  const size = (vector: VersionVector) => Object.values(vector).reduce((sum, seq) => sum + seq, 0);
  return verifiedSnapshots(checkpoints, acks, own.replicaId)
    .map(({ record, replicaId: author, versions, verifiedBy }) => ({
      author,
      size: size(versions),
      counts: verifiedBy.some((id) => present.includes(id) && (id !== author || present.length === 1)),
      shown: {
        snapshot_id: record.name,
        created_at: timestamp(record.at),
        covers_floor: coversAll(versions, floors.safe),
        verified_by: [...verifiedBy],
      },
    }))
    .sort((a, b) => Number(b.counts) - Number(a.counts) || b.size - a.size);
}

/** Returns a source from which this library could be restored: a checkpoint, or a device that has everything. */
function repairSource(
  { members }: ControlState,
  { own, acks }: Knowledge,
  [snapshot]: readonly Snapshot[],
): Retention['repair_source'] {
  if (snapshot?.counts) {
    const { author, shown } = snapshot;
    return { kind: 'snapshot', replica_id: author, snapshot_id: shown.snapshot_id };
  }
  const whole = acks.find(
    ({ replica, versions, complete }) =>
      complete && members.get(replica)?.status === 'active' && coversAll(versions, own.versions),
  );
  return whole === undefined
    ? { kind: 'none', replica_id: null, snapshot_id: null }
    : { kind: 'peer', replica_id: whole.replica, snapshot_id: null };
}
