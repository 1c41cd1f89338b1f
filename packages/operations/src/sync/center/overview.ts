import type { Output } from '@notes/contract';
import type { Reader } from '@notes/storage';
import { type Ack, type ControlState, decodeAck, type Member } from '@notes/sync-protocol';
import { inspectDirectory } from '@notes/sync-protocol/node';
import { z } from 'zod';
import type { Context, Library } from '../../context.js';
import { timestamp, wireJob } from '../../wire.js';
import { LibrarySyncKeys } from '../keys/replica-keys.js';
import { LibrarySyncStore } from '../library-store.js';
import { hubFolder } from '../peers/hub.js';
import { pendingContents } from '../resources/presence.js';
import { alertsNow } from './alerts.js';
import { configuredTarget, restartRequired } from './configure.js';
import { groupOf } from './group.js';
import { lastSyncAt } from './order-run.js';
import { hasPlace } from './places.js';
import { atKeys, isReplica, wasMember } from './replica.js';
import { targetDigest } from './sync-order.js';

type Overview = Output<'getSyncOverview'>;

/** How sync stands, from what is known here: nobody is asked. */
export async function getSyncOverview({ library, now }: Context): Promise<Overview> {
  const isOff = !hasPlace(library);
  const outside = { ...alone(library), state: isOff ? 'off' : 'uninitialized' } as const;
  if (!isReplica(library)) return outside;
  return await atKeys(library, async (place) => {
    const keys = LibrarySyncKeys.open(place);
    if (keys === null) return wasMember(library) ? { ...outside, ...lost(library) } : outside;
    const { state } = await groupOf({ ...place, keys }, new LibrarySyncStore(library));
    const { own, acks, clocks, conflicts, run } = library.store.read(({ sync, jobs }) => ({
      own: sync.own() ?? { id: keys.replicaId, seq: 0 },
      acks: sync.exchange.acks().flatMap(({ payload }) => decodeAck(payload) ?? []),
      clocks: sync.exchange.clocks(),
      conflicts: sync.conflicts.countOpen(),
      run: jobs.list({ kind: 'sync', limit: 1, at: now() })[0],
    }));
    const alerts = alertsNow(library, keys, state);
    const wantsAttention = alerts.length > 0 || run?.state === 'failed';
    const { id, number } = state.currentEpoch;
    return {
      ...placeOf(library),
      state: isOff ? 'off' : wantsAttention ? 'attention' : 'ready',
      database_id: keys.databaseId,
      replica_id: keys.replicaId,
      name: state.members.get(keys.replicaId)?.name ?? null,
      epoch: { epoch_id: id, number },
      peers: peersOf(state, acks, { replicaId: keys.replicaId, seq: own.seq, clocks, now: now() }),
      pending: library.store.read((reader) => pendingOf(library, reader)),
      conflicts_open: conflicts,
      last_run: run === undefined ? null : wireJob(run),
      alerts,
    };
  });
}

/** Of a library that does not know any more who it was. */
function lost({ store }: Library): Pick<Overview, 'state' | 'replica_id' | 'alerts'> {
  const replica_id = store.read(({ sync }) => sync.own()?.id ?? '');
  return { state: 'attention', replica_id, alerts: [{ code: 'replica_rolled_back', replica_id, at: null }] };
}

const placeOf = (library: Library) => ({
  target: library.config['sync.target'],
  configured_target: configuredTarget(library),
  restart_required: restartRequired(library),
});

const alone = (library: Library) => ({
  ...placeOf(library),
  database_id: library.databaseId,
  replica_id: library.replicaId,
  name: null,
  epoch: null,
  peers: [],
  pending: { ops: 0, segments_in: 0, resources: 0, bytes: 0 },
  conflicts_open: 0,
  last_run: null,
  alerts: [],
});

/** What is to go out, and what is to come as far as it is known of. */
function pendingOf({ store }: Library, reader: Reader): Overview['pending'] {
  const { sync } = reader;
  const { id, seq } = sync.own() ?? { id: '', seq: 0 };
  const authors = sync.exchange.authors();
  const ahead = [...sync.exchange.seenSegments()].map(([replica, seen]) =>
    replica === id ? 0 : Math.max(0, seen - (authors.get(replica)?.index ?? 0)),
  );
  const missing = pendingContents(store, reader);
  return {
    ops: seq - (authors.get(id)?.seq ?? 0),
    segments_in: ahead.reduce((sum, count) => sum + count, 0),
    resources: missing.length,
    bytes: missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

/** This device, and the clocks it has seen. */
interface Own {
  readonly replicaId: string;
  readonly seq: number;
  readonly clocks: ReadonlyMap<string, number>;
  readonly now: number;
}

function peersOf({ members }: ControlState, acks: readonly Ack[], own: Own): Overview['peers'] {
  const ackOf = new Map(acks.map((ack) => [ack.replica, ack]));
  return [...members.values()]
    .filter(({ replicaId }) => replicaId !== own.replicaId)
    .map((member) => peer(member, ackOf.get(member.replicaId), own));
}

function peer(
  { replicaId, name, status, keys, addedAt, snapshotPermitted }: Member,
  ack: Ack | undefined,
  own: Own,
): Overview['peers'][number] {
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
    clock_skew_ms: own.clocks.get(replicaId) ?? aheadBy(ack, own.now),
  };
}

/** What was said later than it is now tells that a clock is ahead, by so much at least; what was said before tells nothing. */
const aheadBy = (ack: Ack | undefined, now: number) => (ack !== undefined && ack.at > now ? ack.at - now : null);

/** The same for agents: neither devices nor places. */
export async function getSyncStatus(context: Context): Promise<Output<'getSyncStatus'>> {
  const { state, target, pending, conflicts_open } = await getSyncOverview(context);
  const at = context.library.store.read(lastSyncAt);
  return {
    enabled: state === 'ready' || state === 'attention',
    target_kind: target,
    target_digest: await digestHere(context),
    last_sync_at: at === null ? null : timestamp(at),
    pending_operations: pending.ops,
    open_conflicts: conflicts_open,
  };
}

/** Of a folder, which is at hand; of a service as it was last met, since nobody is asked. */
async function digestHere({ library }: Context): Promise<string | null> {
  const { config, databaseId, store } = library;
  const { 'sync.target': target, 'sync.directory.path': path, 'sync.rest_peer.base_url': baseUrl } = config;
  if (target === 'rest') {
    const met = metService.safeParse(JSON.parse(store.read(({ meta }) => meta.get('sync_met')) ?? 'null')).data;
    return met?.base_url === baseUrl ? targetDigest(databaseId, met.carrier_id) : null;
  }
  if (target === 'none' && !config['sync.rest.enabled']) return null;
  const root = target === 'directory' ? path : hubFolder(store.paths.dataDir);
  const found = await inspectDirectory(root).catch(() => null);
  return found?.state === 'carrier' ? targetDigest(databaseId, found.identity.carrierId) : null;
}

const metService = z.object({ base_url: z.string(), carrier_id: z.string() });
