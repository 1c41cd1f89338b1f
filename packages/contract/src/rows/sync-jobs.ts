import { z } from 'zod';
import { operation } from '../operation.js';
import { jobSchema } from '../schemas/jobs.js';

/** Exchange with other devices, as a person has it done. */
export const syncJobRows = {
  runSync: operation({
    summary: 'Exchange with the other devices now, in this process.',
    input: z.strictObject({
      kind: z
        .enum(['incremental', 'snapshot'])
        .default('incremental')
        .describe('snapshot: writes a checkpoint of the library too, with which other devices can begin.'),
    }),
    output: jobSchema,
    errors: ['conflict', 'sync_disabled', 'rate_limited', 'storage_unavailable'],
    http: null,
    mcp: null,
    cli: { command: 'sync run', examples: ['notes sync run', 'notes sync run --kind snapshot'] },
  }),
};
