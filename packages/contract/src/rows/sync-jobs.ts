import { z } from 'zod';
import { operation } from '../operation.js';
import { jobSchema } from '../schemas/jobs.js';
import { line } from '../schemas/primitives.js';
import { startedSync, syncJobPlan, syncKind, syncOrder } from '../schemas/sync.js';

/** Operations on sync jobs, for the user of this device. */
export const syncJobRows = {
  planSyncJob: operation({
    summary: 'Show what a sync would publish and fetch. Transfers nothing.',
    input: () => z.strictObject(syncOrder()),
    output: syncJobPlan,
    errors: ['not_found', 'conflict', 'sync_disabled', 'rate_limited'],
    http: { method: 'post', path: '/api/v1/jobs/sync/plan', timeoutSeconds: 120 },
    mcp: null,
    cli: { command: 'sync plan', examples: ['notes sync plan'] },
  }),
  startSyncJob: operation({
    summary: 'Start a sync in the service. If one is running, returns that one, of any kind.',
    input: () =>
      z.strictObject({
        ...syncOrder(),
        plan_id: line(1_024).min(1).optional().describe('Start only at the sync target of this plan.'),
        request_key: line(255)
          .min(1)
          .optional()
          .describe('Makes a repeated request safe: the same key returns the same job.'),
      }),
    output: startedSync,
    errors: ['not_found', 'conflict', 'sync_disabled', 'cursor_invalid'],
    http: { method: 'post', path: '/api/v1/jobs/sync/start', status: 202 },
    mcp: null,
    cli: null,
  }),
  runSync: operation({
    summary: 'Sync with the other devices now, in this process.',
    input: () =>
      z.strictObject({
        kind: syncKind().describe(
          'incremental: sync all changes; resources: fetch attachments; snapshot: also write a checkpoint; verify: read the sync target back, and upload again what is damaged or missing there and still exists here.',
        ),
        new_carrier: z
          .boolean()
          .default(false)
          .describe('Start over in an empty folder, even if this library synced before.'),
        all_attachments: z
          .boolean()
          .default(false)
          .describe(
            'Also fetch the attachments that this device fetches only on request. The next sync continues an interrupted fetch.',
          ),
        accept_checkpoint: z
          .string()
          .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits in lower case')
          .optional()
          .describe(
            'Digest of a checkpoint to accept although only the device that wrote it attests it. `notes sync status` shows it with that device.',
          ),
      }),
    output: jobSchema,
    errors: ['conflict', 'sync_disabled', 'rate_limited', 'storage_unavailable'],
    http: null,
    mcp: null,
    cli: {
      command: 'sync run',
      examples: ['notes sync run', 'notes sync run --kind verify', 'notes sync run --all-attachments'],
    },
  }),
};
