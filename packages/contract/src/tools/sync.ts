import { z } from 'zod';
import { count, flag, nullableText, rows, text } from './result-fields.js';
import { READ, tool } from './tool.js';

const job = { job_id: text, state: text };

/** Tools that show and control sync without a location, a key or a peer. */
export const syncTools = {
  get_sync_status: tool({
    title: 'Sync status',
    description: 'Whether sync is on, when it last ran and what is pending.',
    hints: READ,
    result: z.looseObject({
      enabled: flag,
      target_kind: text,
      target_digest: nullableText,
      last_sync_at: nullableText,
      pending_operations: count,
      open_conflicts: count,
    }),
  }),
  list_sync_conflicts: tool({
    title: 'Sync conflicts',
    description: 'Conflicts that the user has to resolve in the app.',
    hints: READ,
    result: z.looseObject({ conflicts: rows, next_cursor: text.optional() }),
  }),
  plan_sync: tool({
    title: 'Plan a sync',
    description: 'What start_sync would transfer. Transfers nothing.',
    hints: { effect: 'read', usesNetwork: true },
    result: z.looseObject({
      target_digest: nullableText,
      operations: count,
      resources: count,
      bytes: count,
      truncated: flag,
    }),
  }),
  start_sync: tool({
    title: 'Start a sync',
    description: 'Start a sync; follow its job with get_job.',
    hints: { effect: 'additive', usesNetwork: true },
    result: z.looseObject({ ...job, target_digest: nullableText }),
  }),
  request_resource_fetch: tool({
    title: 'Fetch an attachment',
    description: 'Start a sync job that fetches an attachment; follow it with get_job.',
    hints: { effect: 'additive', idempotent: true, usesNetwork: true },
    result: z.looseObject({ ...job, target_digest: nullableText }),
  }),
  retry_sync_job: tool({
    title: 'Retry a sync job',
    description: 'Resume a failed or interrupted sync job that was started here.',
    hints: { effect: 'additive', usesNetwork: true },
    result: z.looseObject(job),
  }),
  cancel_sync_job: tool({
    title: 'Cancel a sync job',
    description: 'Stop a sync job that was started here, at its next checkpoint.',
    hints: { effect: 'additive', idempotent: true },
    result: z.looseObject(job),
  }),
};
