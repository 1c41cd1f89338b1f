import { z } from 'zod';
import { operation } from '../operation.js';
import { jobSchema } from '../schemas/jobs.js';
import { line } from '../schemas/primitives.js';
import { startedSync, syncJobPlan, syncKind, syncOrder } from '../schemas/sync.js';

/** Operations on sync jobs, for the user of this device. */
export const syncJobRows = {
  planSyncJob: operation({
    summary: 'Say what a sync would publish and fetch; moves nothing.',
    input: z.strictObject(syncOrder),
    output: syncJobPlan,
    errors: ['not_found', 'conflict', 'sync_disabled', 'rate_limited'],
    http: { method: 'post', path: '/api/v1/jobs/sync/plan', timeoutSeconds: 120 },
    mcp: null,
    cli: { command: 'sync plan', examples: ['notes sync plan'] },
  }),
  startSyncJob: operation({
    summary: 'Have the service exchange; answers the sync that is under way, where there is one, whatever it does.',
    input: z.strictObject({
      ...syncOrder,
      plan_id: line(1_024).min(1).optional().describe('Only at the place that was planned for.'),
      request_key: line(255).min(1).optional().describe('Asked with the same one again, the same job is the answer.'),
    }),
    output: startedSync,
    errors: ['not_found', 'conflict', 'sync_disabled', 'cursor_invalid'],
    http: { method: 'post', path: '/api/v1/jobs/sync/start', status: 202 },
    mcp: null,
    cli: null,
  }),
  runSync: operation({
    summary: 'Exchange with the other devices now, in this process.',
    input: z.strictObject({
      kind: syncKind.describe(
        'incremental: exchange all there is; resources: fetch attachments; snapshot: write a checkpoint as well; verify: read the place of exchange back, and put again what is damaged or missing there and is still here.',
      ),
      new_carrier: z
        .boolean()
        .default(false)
        .describe('Begins anew in an empty folder, also where this library met others before.'),
      accept_checkpoint: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .optional()
        .describe(
          'The digest of a checkpoint to go on with though only the device that wrote it vouches for it, as `notes sync status` shows it with that device.',
        ),
    }),
    output: jobSchema,
    errors: ['conflict', 'sync_disabled', 'rate_limited', 'storage_unavailable'],
    http: null,
    mcp: null,
    cli: { command: 'sync run', examples: ['notes sync run', 'notes sync run --kind verify'] },
  }),
};
