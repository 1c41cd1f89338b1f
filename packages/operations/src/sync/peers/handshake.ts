import { type Input, MAX_RANGE_BYTES, type Output, ServiceError } from '@notes/contract';
import {
  ARTIFACT_CLASSES,
  compareEpochs,
  joinRequestBox,
  MERGE_VERSION,
  PAGE_MOST,
  PEER_REPLIES,
  proveHandshake,
  SCHEME,
  SEALED_MAX,
} from '@notes/sync-protocol';
import type { Context } from '../../platform/context.js';
import { callerOf, nothingThere, peersOf } from './caller.js';

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

/** Proves the identity of this replica to a peer over the nonce of its request. */
export function shakeHands(context: Context): Output<'shakeHands'> {
  const { keyId, nonce } = callerOf(context);
  const peers = peersOf(context);
  const identity = peers.identity();
  // A service with enrolled peers is a member itself.
  if (identity === null) throw nothingThere();
  const { library, now } = context;
  const { config } = library;
  const body = {
    protocol: SCHEME,
    version: 1 as const,
    database_id: library.databaseId,
    replica_id: identity.replicaId,
    key_id: identity.keyId,
    carrier_id: peers.hub.carrierId,
    server_time: iso(now()),
    merge_version: MERGE_VERSION,
    members_head: peers.membersHead,
    epoch_id: [...identity.epochs()].sort(compareEpochs).at(-1)?.id ?? null,
    classes: [...ARTIFACT_CLASSES],
    snapshot_permitted: peers.store.peers.find(keyId)?.snapshotPermitted ?? false,
    limits: {
      max_body_bytes: config['sync.rest.max_body_bytes'],
      max_range_bytes: MAX_RANGE_BYTES,
      sealed_max_bytes: SEALED_MAX,
      list_limit: PAGE_MOST,
      requests_per_minute: config['sync.rest.requests_per_minute'],
      burst: config['sync.rest.burst'],
    },
  } satisfies Omit<Output<'shakeHands'>, 'proof'>;
  return { ...body, proof: proveHandshake(peers.crypto, identity.signer.secretKey, nonce, body) };
}

const EVENTS_SHOWN = 50;

/** Reports enrolled keys and refusals to the operator of the service, without any secret. */
export function getPeerStatus(context: Context): Output<'getPeerStatus'> {
  const { store } = peersOf(context);
  const { library } = context;
  const { config } = library;
  return {
    enabled: true,
    target: config['sync.target'],
    database_id: library.databaseId,
    replica_id: peersOf(context).identity()?.replicaId ?? library.replicaId,
    transport: {
      tls: config['sync.rest.tls_cert_file'] !== '',
      require_tls: config['sync.rest.require_tls'],
      requests_per_minute: config['sync.rest.requests_per_minute'],
      burst: config['sync.rest.burst'],
      failures_per_minute: config['sync.rest.failures_per_minute'],
      max_body_bytes: config['sync.rest.max_body_bytes'],
      max_range_bytes: MAX_RANGE_BYTES,
    },
    keys: store.peers.all().map(({ keyId, replicaId, status, enrolledAt, revokedAt, lastSeenAt }) => ({
      key_id: keyId,
      replica_id: replicaId,
      status,
      enrolled_at: iso(enrolledAt),
      revoked_at: isoOrNull(revokedAt),
      last_seen_at: isoOrNull(lastSeenAt),
    })),
    open_invitations: peersOf(context).pairing.open,
    recent_auth_events: store.audit
      .recent(EVENTS_SHOWN)
      .map(({ at, event, outcome, keyId, count }) => ({ at: iso(at), event, outcome, key_id: keyId, count })),
  };
}

/** Admits the holder of a pairing code to the group. */
export async function pairPeer(context: Context, input: Input<'pairPeer'>): Promise<Output<'pairPeer'>> {
  const peers = peersOf(context);
  const box = joinRequestBox(input);
  const answer = box && (await peers.pairing.receive(input.invitation_id, box));
  if (answer === null) throw new ServiceError('unauthorized', PEER_REPLIES.unauthorized.message);
  await peers.lookAtMembers();
  return { box: Buffer.from(answer).toString('base64') };
}
