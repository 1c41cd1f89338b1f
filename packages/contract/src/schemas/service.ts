import { z } from 'zod';
import { count, id, timestamp } from './primitives.js';

export const mcpScopes = ['search-only', 'read-only', 'editor', 'organizer'] as const;
export const mcpSyncScopes = ['disabled', 'status', 'control'] as const;

const sidecar = z
  .object({
    state: z.enum(['off', 'unavailable', 'active', 'degraded']),
    pending_jobs: count,
    retrying_jobs: count,
    failed_jobs: count,
    last_sync_at: timestamp.nullable(),
    last_index_at: timestamp.nullable(),
    last_reconciliation_at: timestamp.nullable(),
    missing: count,
    stale: count,
    orphaned: count,
    repaired: count,
    last_error: z.string().nullable(),
  })
  .meta({ id: 'SearchSidecarStatus' });

export const statusSchema = z
  .object({
    service: z.object({ name: z.string(), version: z.string() }),
    profile: z.string(),
    paths: z.object({ data_dir: z.string(), database: z.string(), blobs: z.string(), config: z.string() }),
    schema: z.object({ version: z.int().min(12) }),
    storage: z.object({ state: z.enum(['ok', 'degraded']) }),
    capabilities: z.array(z.string()),
    database_info: z.object({
      database_id: id('database'),
      replica_id: id('replica'),
      change_counter: count.describe('Grows with every write.'),
      counts: z.object({
        documents: count.describe('Active notes.'),
        trashed_documents: count,
        revisions: count,
        notebooks: count,
        search_notebooks: count,
        tags: count,
      }),
    }),
    search_sidecar: sidecar,
    mcp: z.object({ scope: z.enum(mcpScopes), sync_scope: z.enum(mcpSyncScopes) }),
  })
  .meta({ id: 'Status' });

export const importStatuses = ['imported', 'updated', 'unchanged', 'rejected'] as const;
export const importReport = z
  .object({
    source: z.string(),
    dry_run: z.boolean(),
    files: count.describe('Markdown files found.'),
    imported: count,
    updated: count,
    unchanged: count,
    rejected: count,
    ignored: count.describe('Files that are not Markdown.'),
    warnings: z.array(z.object({ path: z.string(), message: z.string() })),
    rejections: z.array(z.object({ path: z.string(), reason: z.string() })),
    ledger: z.string().nullable().describe('The JSON Lines file with one line a file.'),
  })
  .meta({ id: 'ImportReport' });
