import { z } from 'zod';
import { defer } from '../defer.js';
import { jobState } from './jobs.js';
import { count, id, sha256, timestamp } from './primitives.js';

export const mcpScopes = ['search-only', 'read-only', 'editor', 'organizer'] as const;
export const mcpSyncScopes = ['disabled', 'status', 'control'] as const;
/** Forms of the results of MCP tools. */
export const mcpResultForms = ['both', 'text'] as const;
export type McpResultForm = (typeof mcpResultForms)[number];

export const sidecarKinds = ['none', 'lance', 'meilisearch'] as const;

const sidecar = defer(() =>
  z
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
    .meta({ id: 'SearchSidecarStatus' }),
);

export const statusSchema = defer(() =>
  z
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
        change_counter: count.describe('Increases with every write.'),
        counts: z.object({
          documents: count.describe('Active notes.'),
          unparsed_documents: count.describe(
            'Notes not read in full, including those in Trash. Some of their links and tasks are unknown.',
          ),
          trashed_documents: count,
          revisions: count,
          notebooks: count,
          search_notebooks: count,
          tags: count,
          resources: count.describe('Attachments.'),
          document_resources: count.describe('Relations between attachments and notes.'),
        }),
      }),
      search_sidecar: sidecar(),
      mcp: z.object({ scope: z.enum(mcpScopes), sync_scope: z.enum(mcpSyncScopes) }),
    })
    .meta({ id: 'Status' }),
);

export const importFormats = ['markdown', 'obsidian', 'joplin', 'evernote', 'notion', 'html'] as const;
export const importStatuses = ['imported', 'updated', 'unchanged', 'rejected'] as const;
/** All reasons why a note or file was not imported. */
export const importRejections = [
  'not_utf8',
  'not_utf16',
  'has_nul',
  'too_large',
  'symlink',
  'not_a_file',
  'unreadable',
  'bad_name',
  'unsafe_path',
  'too_deep',
  'too_many_elements',
  'malformed',
  'encrypted',
  'duplicate',
  'edited_here',
] as const;
/** Policies for a note that was imported before and whose source has changed. */
export const onDuplicate = ['update', 'overwrite', 'skip', 'copy'] as const;
/** Reasons why no note of a vanished file is moved to the Trash. */
const vanishedWithheld = ['not_read_in_full', 'none_left'] as const;
const importTitle = defer(() => z.string().optional().describe('Present when the path does not contain the title.'));

export const importReport = defer(() =>
  z
    .object({
      source: z.string(),
      dry_run: z.boolean(),
      job: z
        .object({ job_id: id('job'), state: jobState() })
        .nullable()
        .describe('The import job, which can be resumed unless it succeeded; null on a dry run.'),
      interrupted: z.boolean().describe('Stopped before the last file; run the same import again to resume.'),
      files: count.describe(
        'Notes found, folders that could not be read, and attachments. The sum of the next four, unless interrupted.',
      ),
      imported: count,
      updated: count,
      unchanged: count,
      rejected: count,
      attachments: count.describe('Of these files, the ones that notes show or link to.'),
      ignored: count.describe('Other files, and folders that were skipped.'),
      ignored_paths: z
        .array(z.string())
        .max(1_000)
        .describe('Their paths, folders with a slash at the end; at most 1,000, and none if interrupted.'),
      looks_imported: z
        .array(
          z.object({
            format: z.enum(importFormats).optional().describe('Format of that import, if it was another one.'),
            source: z.string(),
            notes: count,
            at_other_paths: count,
          }),
        )
        .describe(
          'Names of earlier imports that had notes with the same text or path, and how many of the imported notes match. With that format, and that name as `source`, they would have been updated, except for those at other paths there, which would have been imported again. At most 20 names.',
        ),
      vanished: z
        .object({
          is_known: z
            .boolean()
            .describe(
              'True if all notes whose files are gone are known. Otherwise there may be more than those listed.',
            ),
          count: count.describe('Notes imported from this source whose files are gone.'),
          trashed: count,
          edited: count.describe('Notes that stay although `trash_vanished` was asked for: they were edited here.'),
          withheld: z
            .enum(vanishedWithheld)
            .nullable()
            .describe(
              'Why `trash_vanished` moved nothing: the source was not read in full, or none of its notes is left.',
            ),
          unlisted: count.describe('Missing notes that are not listed, since their files may be below `unread_paths`.'),
          unread_paths: z
            .array(z.string())
            .max(1_000)
            .describe(
              'Links to folders, and files in place of folders, because of which missing notes are not listed or not moved.',
            ),
          notes: z
            .array(
              z.object({
                path: z.string(),
                document_id: id('document'),
                title: z.string(),
                outcome: z.enum(['kept', 'trashed', 'edited']),
              }),
            )
            .max(1_000),
        })
        .describe('Notes of earlier imports whose files are gone from the source; at most 1,000 are listed.'),
      warnings: z.array(z.object({ path: z.string(), title: importTitle(), message: z.string() })),
      rejections: z.array(
        z.object({ path: z.string(), title: importTitle(), reason: z.enum(importRejections), message: z.string() }),
      ),
      ledger: z.string().nullable().describe('The JSON Lines file with one line per file; null on a dry run.'),
      bundle: z
        .object({ id: id('source_bundle'), kind: z.string(), sha256, size_bytes: count })
        .nullable()
        .describe(
          'Copy of the imported file, with its extension as kind, or an inventory of the source; null before the end, and on a dry run.',
        ),
    })
    .meta({ id: 'ImportReport' }),
);
