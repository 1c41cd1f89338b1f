import { z } from 'zod';
import { defer } from '../defer.js';
import { jobSchema } from './jobs.js';
import { count, id, line, sha256, timestamp } from './primitives.js';

/** Pattern of a scheme, host and port, and nothing else. */
export const PEER_URL = /^https?:\/\/[^\s/?#@]+\/?$/;

/** Schemas of the sync state that the user of this device sees. */

const replica_id = id('replica');
export const keyId = defer(() => z.string().regex(/^key_[0-9a-hjkmnp-tv-z]{26}$/, 'must be a key id (key_…)'));
export const epochId = defer(() => z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits in lower case'));
export const invitationId = defer(() =>
  z.string().regex(/^inv_[0-9a-hjkmnp-tv-z]{26}$/, 'must be an invitation id (inv_…)'),
);
export const replicaName = defer(() => line(256).min(1).describe('Name of this device, for the other devices.'));

export const syncTargets = ['none', 'directory', 'rest'] as const;

/** Address of a service to exchange with, and the SHA-256 of its certificate. */
export const restTarget = defer(() => ({
  base_url: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://192.168.1.2:8081' })
    .max(2_048)
    .regex(PEER_URL, 'must be an address such as https://192.168.1.2:8081')
    .optional()
    .describe('Address of the service, with target rest.'),
  tls_cert_sha256: sha256.optional().describe('SHA-256 of the only certificate to accept.'),
}));

export const syncPeer = defer(() =>
  z
    .object({
      replica_id,
      name: z.string(),
      label: z
        .string()
        .describe('Its name, with an addition if another device of the group, or this one, has the same name.'),
      status: z.enum(['active', 'revoked', 'retired']),
      key_ids: z.array(keyId()),
      joined_at: timestamp,
      last_ack_at: timestamp.nullable(),
      lag_ops: count
        .nullable()
        .describe('Operations of this library that it has not acknowledged; null before its first acknowledgement.'),
      snapshot_permitted: z.boolean(),
      complete: z.boolean().describe('True if it reported that it has every attachment.'),
      clock_skew_ms: z
        .int()
        .nullable()
        .describe('Milliseconds by which its clock was ahead of the clock here when last seen; null if unknown.'),
    })
    .meta({ id: 'SyncPeer' }),
);

export const syncOverview = defer(() =>
  z
    .object({
      state: z
        .enum(['off', 'uninitialized', 'ready', 'attention'])
        .describe('`off`: there is no sync target; `uninitialized`: this library is in no group.'),
      target: z.enum(syncTargets).describe('Sync target of this process.'),
      configured_target: z.enum(syncTargets).describe('Sync target after a restart.'),
      restart_required: z.boolean().describe('True if sync settings changed since the start.'),
      database_id: id('database'),
      replica_id,
      name: z.string().nullable().describe('Name of this device, for the other devices; null outside a group.'),
      epoch: z.object({ epoch_id: epochId(), number: count }).nullable(),
      peers: z.array(syncPeer()),
      pending: z.object({
        ops: count.describe('Operations of this device that are not published yet.'),
        segments_in: count.describe('Segments of other devices that could not be applied yet.'),
        resources: count.describe('Attachments whose bytes this device still has to fetch.'),
        bytes: count.describe('Bytes of these attachments.'),
        resources_out: count.describe('Attachments and import sources of this device that are not published yet.'),
        bytes_out: count.describe('Bytes of these files.'),
        resources_remote: count.describe(
          'Attachments whose bytes are not on this device and are fetched only on request: those over 64 MiB, and those with the intent `lazy` or `evict`.',
        ),
        bytes_remote: count.describe('Bytes of these attachments.'),
      }),
      conflicts_open: count,
      last_run: jobSchema().nullable(),
      alerts: z
        .array(
          z
            .object({ code: z.string(), replica_id, at: timestamp.nullable(), checkpoint: z.string().optional() })
            .meta({ id: 'SyncAlert' }),
        )
        .describe(
          'Problems that need attention. `at`: since when syncs have found it; `checkpoint`: with the code `checkpoint_unwitnessed`, the digest of the checkpoint that waits to be accepted.',
        ),
    })
    .meta({ id: 'SyncOverview' }),
);

export const initializedSync = defer(() =>
  z
    .object({
      database_id: id('database'),
      replica_id,
      key_id: keyId(),
      epoch_id: epochId(),
      recovery_code: z.string().describe('Restores the library if every device is lost. It cannot be shown again.'),
    })
    .meta({ id: 'InitializedSync' }),
);

export const invitations = defer(() =>
  z
    .object({
      created: z.boolean().describe('True if an invitation was created.'),
      invitations: z.array(
        z.object({
          invitation_id: invitationId(),
          code: z.string().nullable().describe('Present only when it is created.'),
          state: z.enum(['open', 'spent', 'expired', 'cancelled', 'locked']),
          expires_at: timestamp,
        }),
      ),
    })
    .meta({ id: 'Invitations' }),
);

export const pairedDevice = defer(() =>
  z
    .object({
      state: z.enum(['joined', 'waiting']).describe('`waiting`: a device of the group has to sync first; try again.'),
      database_id: id('database').nullable(),
      replica_id: replica_id.nullable(),
      key_id: keyId().nullable(),
      inviter_replica_id: replica_id.nullable(),
    })
    .meta({ id: 'PairedDevice' }),
);

export const carrierDiscovery = defer(() =>
  z
    .object({
      state: z
        .enum(['empty', 'same_database', 'other_database', 'not_a_carrier', 'unreachable'])
        .describe('other_database: also for a service that gives this library no information.'),
      carrier_id: z.string().nullable(),
      database_id: id('database').nullable(),
      tls_cert_sha256: sha256.nullable().describe('SHA-256 of the certificate of the service.'),
    })
    .meta({ id: 'CarrierFound' }),
);

export const syncConfiguration = defer(() =>
  z.object({ target: z.enum(syncTargets), restart_required: z.boolean() }).meta({ id: 'SyncConfiguration' }),
);
