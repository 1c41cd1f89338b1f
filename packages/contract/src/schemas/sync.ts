import { z } from 'zod';
import { defer } from '../defer.js';
import { jobSchema, jobState } from './jobs.js';
import { count, id, nextCursor, sha256, timestamp } from './primitives.js';

const MAX_BYTES = 1024 * 1024 * 1024;

/** Limits of one sync: bytes to transfer and attempts. */
export const syncBounds = defer(() => ({
  max_bytes: z.int().min(1).max(MAX_BYTES).optional().describe('Maximum bytes to transfer.'),
  max_attempts: z
    .int()
    .min(1)
    .max(10)
    .optional()
    .describe('Maximum number of attempts, when the sync target cannot be reached.'),
}));

const target_digest = defer(() => sha256.describe('Identifies the sync target without revealing where it is.'));

export const syncStatus = defer(() =>
  z
    .object({
      enabled: z.boolean(),
      target_kind: z.enum(['none', 'directory', 'rest']),
      target_digest: target_digest().nullable(),
      last_sync_at: timestamp.nullable(),
      pending_operations: count,
      open_conflicts: count,
    })
    .meta({ id: 'SyncStatus' }),
);

export const syncConflictPage = defer(() =>
  z
    .object({
      conflicts: z.array(
        z
          .object({
            conflict_id: z.string(),
            kind: z.string(),
            document_id: id('document').optional(),
            state: z.string(),
            created_at: timestamp,
          })
          .meta({ id: 'SyncConflict' }),
      ),
      next_cursor: nextCursor,
    })
    .meta({ id: 'SyncConflictPage' }),
);

const planned = defer(() => ({
  target_digest: target_digest().nullable().describe('Null if nothing was exchanged there yet.'),
  operations: count,
  resources: count.describe('Attachments and long texts.'),
  bytes: count.describe('Estimate; packed data is smaller.'),
  truncated: z.boolean().describe('True if the plan exceeds `max_bytes`.'),
}));
export const syncPlan = defer(() => z.object(planned()).meta({ id: 'SyncPlan' }));

const moved = defer(() => z.object({ segments: count, ops: count, blobs: count, bytes: count }));

/** A sync plan in the wire form for the user of this device. */
export const syncJobPlan = defer(() =>
  z
    .object({
      plan_id: z.string().describe('Pass it to start this plan, at the same sync target only.'),
      ...planned(),
      publish: moved(),
      fetch: moved(),
      warnings: z.array(z.enum(['place_is_empty', 'more_may_follow'])),
    })
    .meta({ id: 'SyncJobPlan' }),
);

export const syncKind = defer(() =>
  z
    .enum(['incremental', 'resources', 'verify', 'snapshot'])
    .default('incremental')
    .describe(
      'incremental: sync all changes; resources: fetch only attachments; verify: read back and check everything at the sync target; snapshot: as incremental, with a checkpoint that new devices can start from.',
    ),
);

/** Order of a sync job. */
export const syncOrder = defer(() => ({
  kind: syncKind(),
  resource_ids: z
    .array(id('resource'))
    .max(500)
    .optional()
    .describe('With resources: fetch only these, whatever their intents. Default: all that this device should have.'),
  ...syncBounds(),
}));

const startedJob = defer(() => ({ job_id: id('job'), state: jobState() }));
export const syncJob = defer(() => z.object(startedJob()).meta({ id: 'SyncJob' }));
export const startedSync = defer(() =>
  z
    .object({
      ...startedJob(),
      target_digest: target_digest().nullable().describe('Null while the sync target cannot be reached.'),
    })
    .meta({ id: 'StartedSync' }),
);

export const syncJobView = defer(() =>
  jobSchema()
    .extend({
      target_digest: target_digest().nullable(),
      bytes_sent: count,
      bytes_received: count,
      attempts: count,
      max_attempts: count,
      next_attempt_at: timestamp.nullable().describe('Present for a job that waits to try again.'),
    })
    .meta({ id: 'SyncJobView' }),
);
