import { z } from 'zod';
import { jobSchema } from './jobs.js';
import { count, id, line, sha256, timestamp } from './primitives.js';

/** Pattern of a scheme, host and port, and nothing else. */
export const PEER_URL = /^https?:\/\/[^\s/?#@]+\/?$/;

/** Schemas of the sync state that the user of this device sees. */

const replica_id = id('replica');
export const keyId = z.string().regex(/^key_[0-9a-hjkmnp-tv-z]{26}$/, 'must be a key id (key_…)');
export const epochId = z.string().regex(/^[0-9a-f]{32}$/);
export const invitationId = z.string().regex(/^inv_[0-9a-hjkmnp-tv-z]{26}$/, 'must be an invitation id (inv_…)');
export const replicaName = line(256).min(1).describe('What this device is called among the others.');

export const syncTargets = ['none', 'directory', 'rest'] as const;

/** Address of a service to exchange with, and the SHA-256 of its certificate. */
export const restPlace = {
  base_url: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://192.168.1.2:8081' })
    .max(2_048)
    .regex(PEER_URL, 'must be an address like https://192.168.1.2:8081')
    .optional()
    .describe('Of the service, with target rest.'),
  tls_cert_sha256: sha256.optional().describe('Of the one certificate it may show.'),
};

export const syncPeer = z
  .object({
    replica_id,
    name: z.string(),
    label: z
      .string()
      .describe('Its name, with a mark where another device of the group, or this one, has the same name.'),
    status: z.enum(['active', 'revoked', 'retired']),
    key_ids: z.array(keyId),
    joined_at: timestamp,
    last_ack_at: timestamp.nullable(),
    lag_ops: count
      .nullable()
      .describe('Operations of this library it has not said it has; null before its first word.'),
    snapshot_permitted: z.boolean(),
    complete: z.boolean().describe('Whether it has said that it holds every attachment.'),
    clock_skew_ms: z
      .int()
      .nullable()
      .describe(
        'How far its clock is ahead of the one here, in milliseconds, as it was last seen; null where unknown.',
      ),
  })
  .meta({ id: 'SyncPeer' });

export const syncOverview = z
  .object({
    state: z
      .enum(['off', 'uninitialized', 'ready', 'attention'])
      .describe('`off`: there is no place to exchange at; `uninitialized`: this library is in no group.'),
    target: z.enum(syncTargets).describe('Where this process exchanges.'),
    configured_target: z.enum(syncTargets).describe('Where it will when it is started again.'),
    restart_required: z.boolean().describe('Whether settings of exchange were changed since it was started.'),
    database_id: id('database'),
    replica_id,
    name: z.string().nullable().describe('What this device is called among the others; null outside of a group.'),
    epoch: z.object({ epoch_id: epochId, number: count }).nullable(),
    peers: z.array(syncPeer),
    pending: z.object({
      ops: count.describe('Operations made here that the place of exchange does not have yet.'),
      segments_in: count.describe('Segments of others that were seen and could not be taken over yet.'),
      resources: count.describe('Attachments whose bytes this device is to have and has not.'),
      bytes: count.describe('Of those.'),
    }),
    conflicts_open: count,
    last_run: jobSchema.nullable(),
    alerts: z
      .array(
        z
          .object({ code: z.string(), replica_id, at: timestamp.nullable(), checkpoint: z.string().optional() })
          .meta({ id: 'SyncAlert' }),
      )
      .describe(
        'What somebody should know of; `at`: since when runs have found it; `checkpoint`: the digest of the one that waits for somebody to take it, with the code `checkpoint_unwitnessed`.',
      ),
  })
  .meta({ id: 'SyncOverview' });

export const initializedSync = z
  .object({
    database_id: id('database'),
    replica_id,
    key_id: keyId,
    epoch_id: epochId,
    recovery_code: z.string().describe('Brings the library back when every device is lost. Nobody can show it again.'),
  })
  .meta({ id: 'InitializedSync' });

export const invitations = z
  .object({
    created: z.boolean().describe('Whether one was made.'),
    invitations: z.array(
      z.object({
        invitation_id: invitationId,
        code: z.string().nullable().describe('Told when it is made, and never again.'),
        state: z.enum(['open', 'spent', 'expired', 'cancelled', 'locked']),
        expires_at: timestamp,
      }),
    ),
  })
  .meta({ id: 'Invitations' });

export const pairedDevice = z
  .object({
    state: z.enum(['joined', 'waiting']).describe('`waiting`: a device of the group has to exchange first; ask again.'),
    database_id: id('database').nullable(),
    replica_id: replica_id.nullable(),
    key_id: keyId.nullable(),
    inviter_replica_id: replica_id.nullable(),
  })
  .meta({ id: 'PairedDevice' });

export const carrierFound = z
  .object({
    state: z
      .enum(['empty', 'same_database', 'other_database', 'not_a_carrier', 'unreachable'])
      .describe('other_database: also of a service that tells this library nothing.'),
    carrier_id: z.string().nullable(),
    database_id: id('database').nullable(),
    tls_cert_sha256: sha256.nullable().describe('Of the certificate that was shown.'),
  })
  .meta({ id: 'CarrierFound' });

export const syncConfiguration = z
  .object({ target: z.enum(syncTargets), restart_required: z.boolean() })
  .meta({ id: 'SyncConfiguration' });
