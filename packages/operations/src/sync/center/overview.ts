import { resolve } from 'node:path';
import type { Output } from '@notes/contract';
import type { NamedContent, Reader } from '@notes/storage';
import { LibrarySyncStore } from '@notes/storage/sync';
import type { ControlState, Member } from '@notes/sync-protocol/control';
import { inspectDirectory } from '@notes/sync-protocol/node';
import { type Ack, decodeAck } from '@notes/sync-protocol/run';
import { z } from 'zod';
import type { Context, Library } from '../../platform/context.js';
import { timestamp, wireJob } from '../../platform/wire.js';
import { LibrarySyncKeys, type ReplicaStorage } from '../keys/replica-keys.js';
import { hubFolderFor } from '../peers/hub.js';
import { listPendingContents, listRemoteContents, listUnpublishedContents } from '../resources/presence.js';
import { readAlerts } from './alerts.js';
import { configuredTarget, restartRequired } from './configure.js';
import { labelDevices } from './device-labels.js';
import { loadGroup } from './group.js';
import { getLastSyncAt } from './order-sync.js';
import { isReplica, wasMember, withReplicaStorage } from './replica.js';
import { toTargetDigest } from './sync-order.js';
import { hasTarget } from './targets.js';

type Overview = Output<'getSyncOverview'>;

/** Returns the state of sync from local data, without any request. */
export async function getSyncOverview({ library, now }: Context): Promise<Overview> {
  const isOff = !hasTarget(library);
  const outside = { ...describeUngrouped(library), state: isOff ? 'off' : 'uninitialized' } as const;
  if (!isReplica(library)) return outside;
  return await withReplicaStorage(library, async (place) => {
    const keys = LibrarySyncKeys.open(place);
    if (keys === null) return wasMember(library) ? { ...outside, ...describeLostIdentity(library) } : outside;
    const { state } = await loadGroup({ ...place, keys }, new LibrarySyncStore(library));
    const { own, acks, clocks, conflicts, run } = library.store.read(({ sync, jobs }) => ({
      own: sync.own() ?? { id: keys.replicaId, seq: 0 },
      acks: sync.exchange.acks().flatMap(({ payload }) => decodeAck(payload) ?? []),
      clocks: sync.exchange.clocks(),
      conflicts: sync.conflicts.countOpen(),
      run: jobs.list({ kind: 'sync', limit: 1, at: now() })[0],
    }));
    const alerts = readAlerts(library, keys, state);
    const wantsAttention = alerts.length > 0 || run?.state === 'failed';
    const { id, number } = state.currentEpoch;
    return {
      ...describeTarget(library),
      state: isOff ? 'off' : wantsAttention ? 'attention' : 'ready',
      database_id: keys.databaseId,
      replica_id: keys.replicaId,
      name: state.members.get(keys.replicaId)?.name ?? null,
      epoch: { epoch_id: id, number },
      peers: toWirePeers(state, acks, {
        replicaId: keys.replicaId,
        former: keys.former,
        seq: own.seq,
        clocks,
        now: now(),
      }),
      pending: countPending(library, await targetCarrierId(library, place)),
      conflicts_open: conflicts,
      last_run: run === undefined ? null : wireJob(run),
      alerts,
    };
  });
}

/** Overview of a library that has lost its identity. */
function describeLostIdentity({ store }: Library): Pick<Overview, 'state' | 'replica_id' | 'alerts'> {
  const replica_id = store.read(({ sync }) => sync.own()?.id ?? '');
  return { state: 'attention', replica_id, alerts: [{ code: 'replica_rolled_back', replica_id, at: null }] };
}

const describeTarget = (library: Library) => ({
  target: library.config['sync.target'],
  configured_target: configuredTarget(library),
  restart_required: restartRequired(library),
});

const describeUngrouped = (library: Library) => ({
  ...describeTarget(library),
  database_id: library.databaseId,
  replica_id: library.replicaId,
  name: null,
  epoch: null,
  peers: [],
  pending: {
    ops: 0,
    segments_in: 0,
    resources: 0,
    bytes: 0,
    resources_out: 0,
    bytes_out: 0,
    resources_remote: 0,
    bytes_remote: 0,
  },
  conflicts_open: 0,
  last_run: null,
  alerts: [],
});

/**
 * Returns pending transfers to and, as far as known, from the carrier. The carrier is null before the first exchange.
 */
function countPending({ store }: Library, carrierId: string | null): Overview['pending'] {
  return store.read((reader) => {
    const { sync } = reader;
    const { id } = sync.own() ?? { id: '' };
    const authors = sync.exchange.authors();
    const ahead = [...sync.exchange.seenSegments()].map(([replica, seen]) =>
      replica === id ? 0 : Math.max(0, seen - (authors.get(replica)?.index ?? 0)),
    );
    const missing = listPendingContents(store, reader);
    const unpublished = listUnpublishedContents(store, reader, carrierId ?? '');
    const remote = listRemoteContents(store, reader);
    return {
      ops: countUnpublished(reader, carrierId),
      segments_in: ahead.reduce((sum, count) => sum + count, 0),
      resources: missing.length,
      bytes: sumBytes(missing),
      resources_out: unpublished.length,
      bytes_out: sumBytes(unpublished),
      resources_remote: remote.length,
      bytes_remote: sumBytes(remote),
    };
  });
}

const sumBytes = (contents: readonly NamedContent[]) => contents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Counts own operations in no segment, and operations in encrypted segments that are not on the carrier. */
function countUnpublished({ sync }: Reader, carrierId: string | null): number {
  const own = sync.own();
  if (own === undefined) return 0;
  const { exchange } = sync;
  const sealed = exchange.authors().get(own.id);
  const put = carrierId === null ? 0 : (exchange.readSeen(carrierId).get(`${own.id}/ops`) ?? 0);
  if (sealed !== undefined && put >= sealed.index) return own.seq - sealed.seq;
  // Segments before the first stored one were pruned: every member has them.
  const [first] = exchange.listArtifacts('ops', 0, 1);
  const last = Math.max(put, (first?.index ?? 1) - 1);
  return own.seq - (exchange.segment(own.id, last)?.seq ?? 0);
}

/** Returns the last known carrier of the target in the settings, or of the own service without a target. */
async function targetCarrierId({ config, store }: Library, place: ReplicaStorage): Promise<string | null> {
  const { 'sync.target': target, 'sync.directory.path': path } = config;
  if (target === 'directory') return place.store.carrierFolders.carrierAt(resolve(path)) ?? null;
  if (target === 'rest') return findKnownCarrierId({ config, store });
  const found = await inspectDirectory(hubFolderFor(store.paths.dataDir)).catch(() => null);
  return found?.state === 'carrier' ? found.identity.carrierId : null;
}

/** This device, and the clocks it has seen. */
interface OwnReplica {
  readonly replicaId: string;
  /** Ids that this device had before it joined again. */
  readonly former: readonly string[];
  readonly seq: number;
  readonly clocks: ReadonlyMap<string, number>;
  readonly now: number;
}

function toWirePeers({ members }: ControlState, acks: readonly Ack[], own: OwnReplica): Overview['peers'] {
  const ackOf = new Map(acks.map((ack) => [ack.replica, ack]));
  const labels = labelDevices([...members.values()], own.replicaId, own.former);
  return [...members.values()]
    .filter(({ replicaId }) => replicaId !== own.replicaId)
    .map((member) => ({
      ...toWirePeer(member, ackOf.get(member.replicaId), own),
      label: labels.get(member.replicaId) ?? member.name,
    }));
}

function toWirePeer(
  { replicaId, name, status, keys, addedAt, snapshotPermitted }: Member,
  ack: Ack | undefined,
  own: OwnReplica,
): Omit<Overview['peers'][number], 'label'> {
  return {
    replica_id: replicaId,
    name,
    status,
    key_ids: keys.map(({ keyId }) => keyId),
    joined_at: addedAt,
    last_ack_at: ack === undefined ? null : timestamp(ack.at),
    lag_ops: ack === undefined ? null : own.seq - (ack.versions[own.replicaId] ?? 0),
    snapshot_permitted: snapshotPermitted,
    complete: ack?.complete ?? false,
    clock_skew_ms: own.clocks.get(replicaId) ?? getClockLeadMs(ack, own.now),
  };
}

/**
 * A timestamp later than the present shows that a clock is ahead by at least the difference. An earlier timestamp shows
 * nothing.
 */
const getClockLeadMs = (ack: Ack | undefined, now: number) => (ack !== undefined && ack.at > now ? ack.at - now : null);

/** Returns the state of sync for agents, without devices or locations. */
export async function getSyncStatus(context: Context): Promise<Output<'getSyncStatus'>> {
  const { state, target, pending, conflicts_open } = await getSyncOverview(context);
  const at = context.library.store.read(getLastSyncAt);
  return {
    enabled: state === 'ready' || state === 'attention',
    target_kind: target,
    target_digest: await readTargetDigest(context),
    last_sync_at: at === null ? null : timestamp(at),
    pending_operations: pending.ops,
    open_conflicts: conflicts_open,
  };
}

/**
 * Returns the digest of the target: of the folder as it is now, or of the last known service, since no request is made.
 */
async function readTargetDigest({ library }: Context): Promise<string | null> {
  const { config, databaseId, store } = library;
  const { 'sync.target': target, 'sync.directory.path': path } = config;
  if (target === 'rest') {
    const carrierId = findKnownCarrierId({ config, store });
    return carrierId === null ? null : toTargetDigest(databaseId, carrierId);
  }
  if (target === 'none' && !config['sync.rest.enabled']) return null;
  const root = target === 'directory' ? path : hubFolderFor(store.paths.dataDir);
  const found = await inspectDirectory(root).catch(() => null);
  return found?.state === 'carrier' ? toTargetDigest(databaseId, found.identity.carrierId) : null;
}

/** Returns the last known carrier id of the service in the settings; null before the first exchange. */
function findKnownCarrierId({ config, store }: Pick<Library, 'config' | 'store'>): string | null {
  const met = knownServiceSchema.safeParse(JSON.parse(store.read(({ meta }) => meta.get('sync_met')) ?? 'null')).data;
  return met?.base_url === config['sync.rest_peer.base_url'] ? met.carrier_id : null;
}

const knownServiceSchema = z.object({ base_url: z.string(), carrier_id: z.string() });
