import { z } from 'zod';
import { jobState } from './jobs.js';
import { count, id, nextCursor, sha256, timestamp } from './primitives.js';

const MAX_BYTES = 1024 * 1024 * 1024;

/** How much one sync may move, and how often it may try. */
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

export const syncPlan = z
  .object({ target_digest, operations: count, resources: count, bytes: count, truncated: z.boolean() })
  .meta({ id: 'SyncPlan' });

const startedJob = { job_id: id('job'), state: jobState };
export const syncJob = z.object(startedJob).meta({ id: 'SyncJob' });
export const startedSync = z.object({ ...startedJob, target_digest }).meta({ id: 'StartedSync' });
