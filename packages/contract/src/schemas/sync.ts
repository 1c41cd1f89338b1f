import { z } from 'zod';
import { jobSchema, jobState } from './jobs.js';
import { count, id, nextCursor, sha256, timestamp } from './primitives.js';

const MAX_BYTES = 1024 * 1024 * 1024;

/** Limits of one sync: bytes to transfer and attempts. */
export const syncBounds = {
  max_bytes: z.int().min(1).max(MAX_BYTES).optional().describe('Most bytes to move.'),
  max_attempts: z.int().min(1).max(10).optional().describe('Most attempts.'),
};

const target_digest = sha256.describe('Names the place of exchange without saying where it is.');

export const syncStatus = z
  .object({
    enabled: z.boolean(),
    target_kind: z.enum(['none', 'directory', 'rest']),
    target_digest: target_digest.nullable(),
    last_sync_at: timestamp.nullable(),
    pending_operations: count,
    open_conflicts: count,
  })
  .meta({ id: 'SyncStatus' });

export const syncConflictPage = z
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
  .meta({ id: 'SyncConflictPage' });

const planned = {
  target_digest: target_digest.nullable().describe('Null where nobody has exchanged anything yet.'),
  operations: count,
  resources: count.describe('Attachments and long texts.'),
  bytes: count.describe('About so many; what is packed is smaller.'),
  truncated: z.boolean().describe('Whether it is more than `max_bytes`.'),
};
export const syncPlan = z.object(planned).meta({ id: 'SyncPlan' });

const moved = z.object({ segments: count, ops: count, blobs: count, bytes: count });

/** A sync plan in the wire form for the user of this device. */
export const syncJobPlan = z
  .object({
    plan_id: z.string().describe('Starts what was planned, and at no other place.'),
    ...planned,
    publish: moved,
    fetch: moved,
    warnings: z.array(z.enum(['place_is_empty', 'more_may_follow'])),
  })
  .meta({ id: 'SyncJobPlan' });

export const syncKind = z
  .enum(['incremental', 'resources', 'verify', 'snapshot'])
  .default('incremental')
  .describe(
    'incremental: everything that is new; resources: bytes of attachments are fetched, and nothing else; verify: all that lies at the place is read back and checked; snapshot: as incremental, with a checkpoint other devices can begin with.',
  );

/** Order of a sync job. */
export const syncOrder = {
  kind: syncKind,
  resource_ids: z
    .array(id('resource'))
    .max(500)
    .optional()
    .describe('With resources: these alone, whatever their intents; without it, all this device is to have.'),
  ...syncBounds,
};

const startedJob = { job_id: id('job'), state: jobState };
export const syncJob = z.object(startedJob).meta({ id: 'SyncJob' });
export const startedSync = z
  .object({ ...startedJob, target_digest: target_digest.nullable().describe('Null while the place cannot be asked.') })
  .meta({ id: 'StartedSync' });

export const syncJobView = jobSchema
  .extend({
    target_digest: target_digest.nullable(),
    bytes_sent: count,
    bytes_received: count,
    attempts: count,
    max_attempts: count,
    next_attempt_at: timestamp.nullable().describe('Of a job that waits to try again.'),
  })
  .meta({ id: 'SyncJobView' });
