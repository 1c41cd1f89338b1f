import { type Input, MAX_RANGE_BYTES, type Output, ServiceError } from '@notes/contract';
import { ARTIFACT_CLASSES, compareEpochs, MAX_ARTIFACT_BYTES } from '@notes/sync-protocol';
import { PEER_REPLIES, proveHandshake, SCHEME } from '@notes/sync-protocol/auth';
import { MAX_PAGE_SIZE } from '@notes/sync-protocol/carrier';
import { joinRequestBox } from '@notes/sync-protocol/control';
import { MERGE_VERSION } from '@notes/sync-protocol/merge';
import type { Context } from '../../platform/context.js';
import { getCaller, getPeerService, notFoundError } from './caller.js';

const toIso = (at: number) => new Date(at).toISOString();
const toIsoOrNull = (at: number | null) => (at === null ? null : toIso(at));

/** Proves the identity of this replica to a peer over the nonce of its request. */
export function shakeHands(context: Context): Output<'shakeHands'> {
  const { keyId, nonce } = getCaller(context);
  const peers = getPeerService(context);
  const identity = peers.identity();
  // A service with enrolled peers is a member itself.
  if (identity === null) throw notFoundError();
  const { library, now } = context;
  const { config } = library;
  const body = {
    protocol: SCHEME,
    version: 1 as const,
    database_id: library.databaseId,
    replica_id: identity.replicaId,
    key_id: identity.keyId,
    carrier_id: peers.hub.carrierId,
    server_time: toIso(now()),
    merge_version: MERGE_VERSION,
    members_head: peers.membersHead,
    epoch_id: [...identity.epochs()].sort(compareEpochs).at(-1)?.id ?? null,
    classes: [...ARTIFACT_CLASSES],
    snapshot_permitted: peers.store.peers.find(keyId)?.snapshotPermitted ?? false,
    limits: {
      max_body_bytes: config['sync.rest.max_body_bytes'],
      max_range_bytes: MAX_RANGE_BYTES,
      sealed_max_bytes: MAX_ARTIFACT_BYTES,
      list_limit: MAX_PAGE_SIZE,
      requests_per_minute: config['sync.rest.requests_per_minute'],
      burst: config['sync.rest.burst'],
    },
  } satisfies Omit<Output<'shakeHands'>, 'proof'>;
  return { ...body, proof: proveHandshake(peers.crypto, identity.signer.secretKey, nonce, body) };
}

const MAX_EVENTS = 50;

/** Reports enrolled keys and refusals to the operator of the service, without any secret. */
export function getPeerStatus(context: Context): Output<'getPeerStatus'> {
  const { store } = getPeerService(context);
  const { library } = context;
  const { config } = library;
  return {
    enabled: true,
    target: config['sync.target'],
    database_id: library.databaseId,
    replica_id: getPeerService(context).identity()?.replicaId ?? library.replicaId,
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
      enrolled_at: toIso(enrolledAt),
      revoked_at: toIsoOrNull(revokedAt),
      last_seen_at: toIsoOrNull(lastSeenAt),
    })),
    open_invitations: getPeerService(context).pairing.openCount,
    recent_auth_events: store.audit
      .recent(MAX_EVENTS)
      .map(({ at, event, outcome, keyId, count }) => ({ at: toIso(at), event, outcome, key_id: keyId, count })),
  };
}

/** Admits the holder of a pairing code to the group. */
export async function pairPeer(context: Context, input: Input<'pairPeer'>): Promise<Output<'pairPeer'>> {
  const peers = getPeerService(context);
  const box = joinRequestBox(input);
  const answer = box && (await peers.pairing.receive(input.invitation_id, box));
  if (answer === null) throw new ServiceError('unauthorized', PEER_REPLIES.unauthorized.message);
  await peers.refreshMembers();
  return { box: Buffer.from(answer).toString('base64') };
}
