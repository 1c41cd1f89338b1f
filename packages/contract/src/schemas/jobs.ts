import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, nextCursor, timestamp } from './primitives.js';

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;

export const jobState = defer(() =>
  z
    .enum(jobStates)
    .describe(
      'interrupted: a running job without a heartbeat for two minutes, or one that ended without its checkpoint.',
    ),
);

export const jobSchema = defer(() =>
  z
    .object({
      job_id: id('job'),
      kind: z.string(),
      state: jobState(),
      phase: z.string().describe('Current or last phase of the job.'),
      processed: count,
      total: count.nullable().describe('Null while it is unknown.'),
      summary: z.record(z.string(), count).describe('Counts by name.'),
      created_at: timestamp,
      started_at: timestamp.nullable(),
      finished_at: timestamp.nullable(),
      heartbeat_at: timestamp.nullable().describe('Time of the last heartbeat.'),
      cancel_requested: z.boolean(),
      error: z
        .object({ code: z.string(), message: z.string() })
        .optional()
        .describe('Present on a failed job. Equal causes have equal messages.'),
    })
    .meta({ id: 'Job' }),
);

export const jobPage = defer(() =>
  z.object({ jobs: z.array(jobSchema()), next_cursor: nextCursor }).meta({ id: 'JobPage' }),
);
