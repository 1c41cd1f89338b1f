import { createHash } from 'node:crypto';
import type { JobRow } from '@notes/storage';
import { z } from 'zod';
import type { Origin } from '../../context.js';
import { readStored } from '../../jobs/stored.js';

const origins = ['rest', 'mcp', 'cli', 'import', 'sync', 'system'] as const satisfies readonly Origin[];

/** What the row of a sync job holds; nothing of one that a service or a command runs for itself. */
const stored = z.object({
  kind: z.enum(['incremental', 'resources', 'verify', 'snapshot']).optional(),
  resource_ids: z.array(z.string()).optional(),
  accept_checkpoint: z.string().optional(),
  max_bytes: z.int().optional(),
  max_attempts: z.int().optional(),
  actor: z.enum(origins).optional(),
  target_digest: z.string().nullable().optional(),
  /** By the SHA-256 of the keys of requests this job is the answer to, that of what was asked for. */
  requests: z.record(z.string(), z.string()).optional(),
});
export type SyncOrder = z.output<typeof stored>;

const progress = z.object({ attempts: z.int(), next_attempt_at: z.int().nullable() });
export type SyncAttempts = z.output<typeof progress>;

/** What a job is to do. @throws ServiceError `validation_failed` for one of a program that orders otherwise */
export const orderToRun = ({ parameters }: Pick<JobRow, 'parameters'>): SyncOrder => readStored(stored, parameters);

/** The same to be told; nothing of what is not understood. */
export const orderOf = ({ parameters }: Pick<JobRow, 'parameters'>): SyncOrder =>
  stored.safeParse(parameters).data ?? {};

export const attemptsOf = ({ checkpoint }: Pick<JobRow, 'checkpoint'>): SyncAttempts =>
  progress.safeParse(checkpoint).data ?? { attempts: 0, next_attempt_at: null };

/** Names a place of exchange without saying where it is. */
export const targetDigest = (databaseId: string, carrierId: string): string =>
  createHash('sha256').update('service-sync/target/1\0').update(databaseId).update(carrierId).digest('hex');
