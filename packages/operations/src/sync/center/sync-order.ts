import { createHash } from 'node:crypto';
import type { JobRow } from '@notes/storage';
import { z } from 'zod';
import type { Origin } from '../../platform/context.js';
import { parseStored } from '../../platform/jobs/parse-stored.js';

const origins = ['rest', 'mcp', 'cli', 'import', 'sync', 'system'] as const satisfies readonly Origin[];

/** Stored parameters of a sync job; empty for a job that a service or command runs for itself. */
const orderSchema = z.object({
  kind: z.enum(['incremental', 'resources', 'verify', 'snapshot']).optional(),
  resource_ids: z.array(z.string()).optional(),
  all_attachments: z.boolean().optional(),
  accept_checkpoint: z.string().optional(),
  max_bytes: z.int().optional(),
  max_attempts: z.int().optional(),
  actor: z.enum(origins).optional(),
  target_digest: z.string().nullable().optional(),
  /** SHA-256 of the requests that this job answers, by the SHA-256 of their keys. */
  requests: z.record(z.string(), z.string()).optional(),
});
export type SyncOrder = z.output<typeof orderSchema>;

const attemptsSchema = z.object({ attempts: z.int(), next_attempt_at: z.int().nullable() });
export type SyncAttempts = z.output<typeof attemptsSchema>;

/** Parses the order of a job. @throws ServiceError `validation_failed` for an order that this version does not know */
export const requireOrder = ({ parameters }: Pick<JobRow, 'parameters'>): SyncOrder =>
  parseStored(orderSchema, parameters);

/** Parses the order of a job for display; empty when it is not understood. */
export const readOrder = ({ parameters }: Pick<JobRow, 'parameters'>): SyncOrder =>
  orderSchema.safeParse(parameters).data ?? {};

/** Returns the attempts of a sync job; no attempts when its checkpoint is missing or not understood. */
export const readAttempts = ({ checkpoint }: Pick<JobRow, 'checkpoint'>): SyncAttempts =>
  attemptsSchema.safeParse(checkpoint).data ?? { attempts: 0, next_attempt_at: null };

/** Identifies a sync target without revealing its location. */
export const toTargetDigest = (databaseId: string, carrierId: string): string =>
  createHash('sha256').update('service-sync/target/1\0').update(databaseId).update(carrierId).digest('hex');
