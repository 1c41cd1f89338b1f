import { z } from 'zod';
import { count, id, nextCursor, timestamp } from './primitives.js';

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;

export const jobState = z
  .enum(jobStates)
  .describe('interrupted: a running job that was not heard from for two minutes, or was ended without its checkpoint.');

export const jobSchema = z
  .object({
    job_id: id('job'),
    kind: z.string(),
    state: jobState,
    phase: z.string().describe('What it is doing, or was.'),
    processed: count,
    total: count.nullable().describe('Null while it is not known.'),
    summary: z.record(z.string(), count).describe('Counts by what they count.'),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    heartbeat_at: timestamp.nullable().describe('When it was last heard from.'),
    cancel_requested: z.boolean(),
    error: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe('Present on a failed job; the same words for the same cause.'),
  })
  .meta({ id: 'Job' });

export const jobPage = z.object({ jobs: z.array(jobSchema), next_cursor: nextCursor }).meta({ id: 'JobPage' });
