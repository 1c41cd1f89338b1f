import { z } from 'zod';
import { operation } from '../operation.js';
import { cursor, id, limit, sha256 } from '../schemas/primitives.js';
import { startedSync, syncBounds, syncConflictPage, syncJob, syncPlan, syncStatus } from '../schemas/sync.js';

const job_id = id('job');

/** Names tell models enough about the limits of a sync. */
const nameOnly = { max_bytes: '', max_attempts: '' };

/** Sync operations for agents: limits, job ids and digests, never a location, a key or a peer. */
export const syncRows = {
  getSyncStatus: operation({
    summary: 'Show whether sync is on, and what is pending.',
    input: () => z.strictObject({}),
    output: syncStatus,
    errors: [],
    http: null,
    mcp: { tool: 'get_sync_status', scope: 'read-only', syncScope: 'status' },
    cli: null,
  }),
  listSyncConflicts: operation({
    summary: 'List unresolved sync conflicts.',
    input: () => z.strictObject({ limit: limit(50, 200), cursor: cursor.optional() }),
    output: syncConflictPage,
    errors: ['cursor_invalid'],
    http: null,
    mcp: { tool: 'list_sync_conflicts', scope: 'read-only', syncScope: 'status' },
    cli: null,
  }),
  planSync: operation({
    summary: 'Show what a sync would transfer. Transfers nothing.',
    input: () => z.strictObject(syncBounds()),
    output: syncPlan,
    errors: ['sync_disabled', 'conflict', 'rate_limited'],
    http: null,
    mcp: { tool: 'plan_sync', scope: 'read-only', syncScope: 'control', arguments: nameOnly },
    cli: null,
  }),
  startSync: operation({
    summary: 'Start a sync.',
    input: () => z.strictObject(syncBounds()),
    output: startedSync,
    errors: ['sync_disabled', 'conflict'],
    http: null,
    mcp: { tool: 'start_sync', scope: 'read-only', syncScope: 'control', arguments: nameOnly },
    cli: null,
  }),
  requestResourceFetch: operation({
    summary: 'Fetch the bytes of an attachment that are not on this device.',
    input: () => z.strictObject({ target: sha256.describe('SHA-256 of the attachment.'), ...syncBounds() }),
    output: startedSync,
    errors: ['sync_disabled', 'conflict', 'not_found'],
    http: null,
    mcp: {
      tool: 'request_resource_fetch',
      scope: 'read-only',
      syncScope: 'control',
      arguments: { target: 'sha256, from list_document_resources.', ...nameOnly },
    },
    cli: null,
  }),
  retrySyncJob: operation({
    summary: 'Resume a sync job that an agent started.',
    input: () => z.strictObject({ job_id, ...syncBounds() }),
    output: syncJob,
    errors: ['not_found', 'conflict'],
    http: null,
    mcp: { tool: 'retry_sync_job', scope: 'read-only', syncScope: 'control', arguments: nameOnly },
    cli: null,
  }),
  cancelSyncJob: operation({
    summary: 'Stop a sync job that an agent started.',
    input: () => z.strictObject({ job_id }),
    output: syncJob,
    errors: ['not_found'],
    http: null,
    mcp: { tool: 'cancel_sync_job', scope: 'read-only', syncScope: 'control' },
    cli: null,
  }),
};
