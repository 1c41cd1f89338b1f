import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, nextCursor, sha256, timestamp } from './primitives.js';

const MIB = 1024 * 1024;

/** Maximum bytes of an artifact or a backup in one response. */
export const MAX_RANGE_BYTES = 16 * MIB;
/** Maximum bytes of a pairing request. */
export const MAX_PAIRING_BYTES = 64 * 1024;

export const artifactClass = defer(() =>
  z.enum(['members', 'ops', 'acks', 'blobs', 'snapshots', 'recovery']).meta({ id: 'ArtifactClass' }),
);

const ARTIFACT_NAME = /^(?:[0-9a-f]{16}|[0-9a-f]{32})-[0-9a-f]{32}$/;
export const artifactName = defer(() => z.string().regex(ARTIFACT_NAME, 'must be an artifact name'));

/** A name to list after, or the beginning of a name. */
export const afterName = defer(() =>
  z.string().regex(/^[0-9a-f-]{1,65}$/, 'must be an artifact name, or the beginning of one'),
);

const base64 = defer(() => z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be Base64'));
const keyId = defer(() => z.string().describe('key_ and 26 characters.'));

const limits = defer(() =>
  z
    .object({
      max_body_bytes: count,
      max_range_bytes: count,
      sealed_max_bytes: count,
      list_limit: count,
      requests_per_minute: count,
      burst: count,
    })
    .meta({ id: 'PeerLimits' }),
);

export const handshake = defer(() =>
  z
    .object({
      protocol: z.literal('Service-Sync-v1'),
      version: z.literal(1),
      database_id: id('database'),
      replica_id: id('replica'),
      key_id: keyId(),
      carrier_id: z.string().describe('Id of the artifact store on this device.'),
      server_time: timestamp,
      merge_version: count,
      members_head: z.string().nullable().describe('The newest operation of the membership log that is known here.'),
      epoch_id: z.string().nullable(),
      classes: z.array(artifactClass()),
      snapshot_permitted: z.boolean(),
      limits: limits(),
      proof: base64().describe(
        'Signature of this replica over the nonce of the request and the rest of this response.',
      ),
    })
    .meta({ id: 'Handshake' }),
);

/** Pairing request of the holder of a code: a nonce of 24 bytes, and a box encrypted with it. */
export const pairingRequest = defer(() => ({
  protocol: z.literal('Service-Sync-v1'),
  invitation_id: z.string().regex(/^inv_[0-9a-hjkmnp-tv-z]{26}$/, 'must be an invitation id (inv_…)'),
  nonce: base64().max(64),
  box: base64().max(MAX_PAIRING_BYTES),
}));

export const pairingResponse = defer(() =>
  z.object({ box: base64().describe('Nonce and encrypted response.') }).meta({ id: 'Paired' }),
);

export const artifact = defer(() =>
  z.object({ name: artifactName(), size_bytes: count, sha256 }).meta({ id: 'Artifact' }),
);

export const storedArtifact = defer(() =>
  artifact()
    .extend({ created: z.boolean().describe('False if it already existed.') })
    .meta({ id: 'StoredArtifact' }),
);

export const artifactPage = defer(() =>
  z
    .object({
      namespace: id('replica'),
      class: artifactClass(),
      artifacts: z.array(artifact()),
      next_cursor: nextCursor,
    })
    .meta({ id: 'ArtifactPage' }),
);

export const artifactBytes = defer(() =>
  z.object({
    sha256,
    size_bytes: count,
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  }),
);

export const namespacePage = defer(() =>
  z
    .object({
      namespaces: z.array(
        z
          .object({
            namespace: id('replica'),
            classes: z.array(
              z.object({ class: artifactClass(), artifacts: count, bytes: count, last_name: artifactName() }).meta({
                id: 'NamespaceClass',
              }),
            ),
          })
          .meta({ id: 'Namespace' }),
      ),
      next_cursor: nextCursor,
    })
    .meta({ id: 'NamespacePage' }),
);

export const peerStatus = defer(() =>
  z
    .object({
      enabled: z.literal(true),
      target: z.enum(['none', 'directory', 'rest']),
      database_id: id('database'),
      replica_id: id('replica'),
      transport: z.object({
        tls: z.boolean(),
        require_tls: z.boolean(),
        requests_per_minute: count,
        burst: count,
        failures_per_minute: count,
        max_body_bytes: count,
        max_range_bytes: count,
      }),
      keys: z.array(
        z
          .object({
            key_id: keyId(),
            replica_id: id('replica'),
            status: z.enum(['active', 'revoked', 'retired']),
            enrolled_at: timestamp,
            revoked_at: timestamp.nullable(),
            last_seen_at: timestamp.nullable(),
          })
          .meta({ id: 'PeerKey' }),
      ),
      open_invitations: count,
      recent_auth_events: z
        .array(
          z
            .object({
              at: timestamp,
              event: z.enum(['request', 'pair']),
              outcome: z.string(),
              key_id: keyId().nullable(),
              count,
            })
            .meta({ id: 'AuthEvent' }),
        )
        .describe('Newest first, at most 50.'),
    })
    .meta({ id: 'PeerSyncStatus' }),
);
