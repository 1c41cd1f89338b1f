import { z } from 'zod';
import { defer } from '../defer.js';
import { permanent } from './maintenance.js';
import { count, id, timestamp } from './primitives.js';

const replica_id = id('replica');
const versions = defer(() => z.record(z.string(), count));

const eligible = defer(() =>
  z
    .object({
      ops: count.describe('Operations in the log.'),
      op_bytes: count.describe('Bytes of these operations, and of own published segments with them.'),
      tombstones: count.describe(
        'Operations other than writes of text, such as deletions. They are counted in ops, too.',
      ),
      blobs: count.describe('Texts too long for an operation that only the log still uses.'),
      blob_bytes: count,
    })
    .describe('Data that every device has, a verified checkpoint contains, and nothing needs any more.'),
);

export const syncRetention = defer(() =>
  z
    .object({
      floor: versions().describe(
        'Number of the last operation of each device that all devices, except retired ones, have acknowledged.',
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
        .describe('The most complete checkpoint; verified ones come first.'),
      eligible: eligible(),
      repair_source: z
        .object({
          kind: z.enum(['snapshot', 'peer', 'none']),
          replica_id: replica_id.nullable(),
          snapshot_id: z.string().nullable(),
        })
        .describe('Source from which this library could be restored.'),
    })
    .meta({ id: 'SyncRetention' }),
);

export const syncRetentionOutcome = defer(() =>
  z.object({ ...permanent(), eligible: eligible() }).meta({ id: 'SyncRetentionOutcome' }),
);
