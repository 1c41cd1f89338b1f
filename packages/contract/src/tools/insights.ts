import { z } from 'zod';
import { count, flag, fullListFields, nullableText, record, rows, text } from './result-fields.js';
import { READ, tool } from './tool.js';

/** Tools that report on notes: links, tasks, templates, reports, attachments, jobs. */
export const insightTools = {
  get_graph: tool({
    title: 'Link neighbourhood',
    description: 'Notes up to depth links from the roots, and the links between them.',
    hints: READ,
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
    result: z.looseObject({ status: text, nodes: rows.optional(), length: count.optional() }),
  }),
  get_graph_report: tool({
    title: 'Link report',
    description:
      'Notes without incoming links, isolated notes and the most linked ones. Counts are complete, lists are not.',
    hints: READ,
    result: z.looseObject({ orphan_count: count, isolated_count: count, hubs: rows, orphans: rows, isolated: rows }),
  }),
  get_lint_report: tool({
    title: 'Lint report',
    description: 'Problems in the library, such as broken links: a count and some examples per check.',
    hints: READ,
    result: z.looseObject({ checks: rows, report_sha256: text }),
  }),
  plan_selection: tool({
    title: 'Plan a selection',
    description: 'What an export or handoff would include, leave out and warn about. Changes nothing.',
    hints: READ,
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
    result: z.looseObject({ tasks: rows, counts: record, truncated: flag }),
  }),
  list_templates: tool({
    title: 'List templates',
    description: 'Templates for new notes, with the prompts of each.',
    hints: READ,
    result: z.looseObject({ templates: rows, ...fullListFields }),
  }),
  run_note_query: tool({
    title: 'Run a note query',
    description: 'Run a note-query block: its lines "query: …", "fields: …", "sort: …", "limit: …".',
    hints: READ,
    result: z.looseObject({ spec: record, rows, truncated: flag }),
  }),
  read_resource: tool({
    title: 'Read an attachment',
    description:
      'Metadata of an attachment; with include_bytes also its text, for text types only. offset and length select bytes; while truncated, continue at next_offset.',
    hints: READ,
    hasLongText: true,
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
    result: z.looseObject({ document_id: text, current_revision_id: text, items: rows, ...fullListFields }),
  }),
  get_job: tool({
    title: 'Job state',
    description: 'State and progress of a background job.',
    hints: READ,
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
    result: z.looseObject({ jobs: rows, next_cursor: text.optional() }),
  }),
};
