import { z } from 'zod';
import { permanent } from './maintenance.js';
import { count, id, timestamp } from './primitives.js';

const replica_id = id('replica');
const versions = z.record(z.string(), count);

const eligible = z
  .object({
    ops: count.describe('Operations in the log.'),
    op_bytes: count.describe('Of these, and of what was sealed of own ones and is published.'),
    tombstones: count.describe('Those of them that take something back, or that was taken back.'),
    blobs: count.describe('Texts too long for an operation that nothing but the log keeps.'),
    blob_bytes: count,
  })
  .describe('What every device has and a verified checkpoint holds, and that makes no difference any more.');

export const syncRetention = z
  .object({
    floor: versions.describe(
      'Up to which operation of each device every device that is not retired has said it has all.',
    ),
    gating: z.array(
      z.object({
        replica_id,
        status: z.enum(['active', 'revoked']),
        last_ack_at: timestamp.nullable(),
        reason: z.enum(['lagging', 'never_acked', 'revoked_not_retired']),
      }),
    ),
    snapshot: z
      .object({
        snapshot_id: z.string(),
        created_at: timestamp,
        covers_floor: z.boolean(),
        verified_by: z.array(replica_id),
      })
      .nullable()
      .describe('The checkpoint that holds most, those first that count as verified.'),
    eligible,
    repair_source: z
      .object({
        kind: z.enum(['snapshot', 'peer', 'none']),
        replica_id: replica_id.nullable(),
        snapshot_id: z.string().nullable(),
      })
      .describe('Where this library could be had from again.'),
  })
  .meta({ id: 'SyncRetention' });

export const syncRetentionOutcome = z.object({ ...permanent, eligible }).meta({ id: 'SyncRetentionOutcome' });
