import { z } from 'zod';
import { jobStates } from '../schemas/jobs.js';
import { tagName } from '../schemas/primitives.js';
import { lintChecks } from '../schemas/reports.js';
import { selectionTargets } from '../schemas/selection.js';
import {
  count,
  cursor,
  document_id,
  documentId,
  flag,
  fullListFields,
  jobId,
  limit,
  notebookId,
  nullableText,
  record,
  resourceId,
  rows,
  text,
} from './fields.js';
import { READ, tool } from './tool.js';

const direction = z.enum(['both', 'outgoing', 'incoming']).default('both');

/** Tools that report on notes: links, tasks, templates, reports, attachments, jobs. */
export const insightTools = {
  get_graph: tool({
    title: 'Link neighbourhood',
    description: 'Notes up to depth links from the roots, and the links between them.',
    hints: READ,
    arguments: z.strictObject({
      roots: z.array(documentId).min(1).max(100).describe('Note IDs.'),
      direction,
      depth: z.int().min(1).max(5).default(1),
      max_nodes: z.int().min(1).max(5_000).default(100),
      max_edges: z.int().min(1).max(20_000).default(200),
    }),
    result: z.looseObject({
      nodes: rows,
      edges: rows,
      truncated: flag,
      truncated_by: text.optional(),
      requested_depth: count,
      completed_depth: count,
    }),
  }),
  find_graph_path: tool({
    title: 'Link path',
    description: 'A shortest chain of links from one note to another. Only the status no_path means there is none.',
    hints: READ,
    arguments: z.strictObject({
      from: document_id,
      to: document_id,
      direction,
      max_depth: z.int().min(1).max(10).default(6),
      max_visits: z.int().min(1).max(100_000).default(10_000),
    }),
    result: z.looseObject({ status: text, nodes: rows.optional(), length: count.optional() }),
  }),
  get_graph_report: tool({
    title: 'Link report',
    description:
      'Notes without incoming links, isolated notes and the most linked ones. Counts are complete, lists are not.',
    hints: READ,
    arguments: z.strictObject({ limit }),
    result: z.looseObject({ orphan_count: count, isolated_count: count, hubs: rows, orphans: rows, isolated: rows }),
  }),
  get_lint_report: tool({
    title: 'Lint report',
    description: 'Problems in the library, such as broken links: a count and some examples per check.',
    hints: READ,
    arguments: z.strictObject({
      checks: z.array(z.enum(lintChecks)).optional().describe('Default: all.'),
      detail_limit: z.int().min(0).max(50).default(10),
    }),
    result: z.looseObject({ checks: rows, report_sha256: text }),
  }),
  plan_selection: tool({
    title: 'Plan a selection',
    description: 'What an export or handoff would include, leave out and warn about. Changes nothing.',
    hints: READ,
    arguments: z.strictObject({
      target: z.enum(selectionTargets),
      selection: z
        .strictObject({
          notebooks: z.array(notebookId).max(1_000).optional(),
          tags: z.array(tagName).max(1_000).optional(),
          query: z.string().max(4096).optional(),
          document_ids: z.array(documentId).max(10_000).optional(),
        })
        .optional()
        .describe('Notes that match any of these; none for full_archive.'),
      policy: z
        .strictObject({
          all_revisions: z.boolean().optional(),
          include_descendant_notebooks: z.boolean().optional(),
        })
        .optional()
        .describe('Overrides of the defaults of the target.'),
    }),
    result: z.looseObject({
      target: text,
      counts: record,
      manifest_sha256: text,
      documents: rows,
      links: rows,
      privacy: rows,
      metadata: rows,
      exclusions: rows,
      warnings: rows,
      truncated: flag,
    }),
  }),
  list_tasks: tool({
    title: 'List tasks',
    description: 'Checkbox tasks of all notes. Counts are complete, rows are not.',
    hints: READ,
    arguments: z.strictObject({
      state: z.enum(['open', 'done', 'all']).default('all'),
      document_id: document_id.optional(),
      notebook_id: notebookId.optional().describe('Notebook ID (nb_…).'),
      limit,
    }),
    result: z.looseObject({ tasks: rows, counts: record, truncated: flag }),
  }),
  list_templates: tool({
    title: 'List templates',
    description: 'Templates for new notes, with the prompts of each.',
    hints: READ,
    arguments: z.strictObject({}),
    result: z.looseObject({ templates: rows, ...fullListFields }),
  }),
  run_note_query: tool({
    title: 'Run a note query',
    description: 'Run a note-query block: its lines "query: …", "fields: …", "sort: …", "limit: …".',
    hints: READ,
    arguments: z.strictObject({ block: z.string().min(1).max(65_536).describe('With or without its fence.') }),
    result: z.looseObject({ spec: record, rows, truncated: flag }),
  }),
  read_resource: tool({
    title: 'Read an attachment',
    description:
      'Metadata of an attachment; with include_bytes also its text, for text types only. offset and length select bytes; while truncated, continue at next_offset.',
    hints: READ,
    hasLongText: true,
    arguments: z.strictObject({
      resource_id: resourceId.describe('ID (res_…) or resource:// URI.'),
      include_bytes: z.boolean().default(false),
      offset: z.int().min(0).optional().describe('In bytes.'),
      length: z.int().min(1).max(1_048_576).optional().describe('In bytes; the server may return fewer.'),
    }),
    result: z.looseObject({
      id: text,
      uri: text,
      filename: text,
      mime_type: text,
      size_bytes: count,
      sha256: text,
      text: text.optional(),
      offset: count.optional(),
      length: count.optional(),
      truncated: flag.optional(),
      next_offset: count.optional(),
    }),
  }),
  scan_remote_media: tool({
    title: 'Scan remote media',
    description: 'Remote images of a note, and which of them policy allows to fetch. Fetches nothing.',
    hints: READ,
    arguments: z.strictObject({ document_id }),
    result: z.looseObject({ document_id: text, current_revision_id: text, items: rows, ...fullListFields }),
  }),
  get_job: tool({
    title: 'Job state',
    description: 'State and progress of a background job.',
    hints: READ,
    arguments: z.strictObject({ job_id: jobId }),
    result: z.looseObject({
      job_id: text,
      kind: text,
      state: text,
      phase: text,
      processed: count,
      total: count.nullable(),
      summary: record,
      created_at: text,
      finished_at: nullableText,
    }),
  }),
  list_jobs: tool({
    title: 'List jobs',
    description: 'Background jobs, newest first.',
    hints: READ,
    arguments: z.strictObject({ state: z.enum(jobStates).optional(), limit, cursor }),
    result: z.looseObject({ jobs: rows, next_cursor: text.optional() }),
  }),
};
