import { type Output, ServiceError } from '@notes/contract';
import { MAX_NOTE_ROWS, toBoundedList, toNextCursor } from './lists.js';
import type { ToolCalls } from './run-tool.js';
import { shorten } from './text.js';

/** Maximum rows of a page. A query block may ask for more. */
const MAX_PAGE_SIZE = 50;
/** Maximum placeholders of a usable template: 100 prompts, and the placeholders filled in automatically. */
const MAX_PLACEHOLDERS = 105;

export const insightCalls = {
  get_graph: async ({ run }, args) => {
    const { nodes, edges, truncated, truncated_by, requested_depth, completed_depth } = await run('getGraph', args);
    return {
      nodes,
      edges: edges.map(({ source, target }) => ({ from: source, to: target })),
      truncated,
      ...(truncated_by !== null && { truncated_by }),
      requested_depth,
      completed_depth,
    };
  },
  find_graph_path: async ({ run }, args) => {
    const { status, nodes, length } = await run('findGraphPath', args);
    if (length === null) return { status };
    return { status, nodes: nodes.map(({ notebook_id: _, ...node }) => node), length };
  },
  get_graph_report: async ({ run, maxResults }, { limit = maxResults }) => {
    const { orphan_count, isolated_count, hubs, orphans, isolated } = await run('getGraphReport', { limit });
    return {
      orphan_count,
      isolated_count,
      hubs: hubs.map(({ document_id, title, incoming }) => ({ document_id, title, in_degree: incoming })),
      orphans,
      isolated,
    };
  },
  get_lint_report: async ({ run }, { checks: wanted = [], detail_limit }) => {
    const report = await run('getLintReport', {
      detail_limit,
      ...(wanted.length > 0 && { checks: [...new Set(wanted)] }),
    });
    const checks = report.checks.map(({ examples, ...check }) => ({ ...check, examples: examples.map(shortFinding) }));
    return { checks, report_sha256: report.report_sha256 };
  },
  plan_selection: async ({ run, maxResults }, args) => {
    const { policy: _, totals: __, ...plan } = await run('planSelection', { ...args, detail_limit: maxResults });
    return plan;
  },
  list_tasks: async ({ run, maxResults }, { limit = maxResults, ...filter }) => {
    const { tasks, counts, truncated, ...page } = await run('listTasks', { ...filter, limit });
    return { tasks: tasks.map(taskRow), counts, truncated, ...toNextCursor(page) };
  },
  list_templates: async ({ run }) => {
    const { templates, truncated } = await run('listTemplates', {});
    const list = toBoundedList('templates', templates.map(templateRow));
    return { ...list, truncated: truncated || list.truncated };
  },
  run_note_query: async ({ run }, { block }) => {
    const answer = await run('runNoteQuery', { block });
    if ('error' in answer) throw new ServiceError('validation_failed', `block: ${answer.error}`);
    const { spec, rows, truncated, warnings } = answer;
    return {
      spec,
      rows: rows.slice(0, MAX_PAGE_SIZE),
      truncated: truncated || rows.length > MAX_PAGE_SIZE,
      ...(warnings && { warnings }),
    };
  },
  scan_remote_media: async ({ run }, { document_id }) => {
    const { current_revision_id, items, total, truncated } = await run('scanRemoteMedia', { document_id });
    const list = toBoundedList('items', items, 0, MAX_NOTE_ROWS);
    return { document_id, current_revision_id, ...list, total, truncated: truncated || list.truncated };
  },
  get_job: async ({ run }, { job_id }) => jobRow(await run('getJob', { job_id })),
  list_jobs: async ({ run, maxResults }, { state, cursor, limit = maxResults }) => {
    const page = await run('listJobs', { state, cursor, limit });
    return { jobs: page.jobs.map(jobRow), ...toNextCursor(page) };
  },
} satisfies Partial<ToolCalls>;

/** Formats a task without the fields that it does not have. */
const taskRow = ({ text, marker, due, tags, ...task }: Output<'listTasks'>['tasks'][number]) => ({
  ...task,
  text: shorten(text),
  ...(marker !== null && { marker }),
  ...(due !== null && { due }),
  ...(tags.length > 0 && { tags }),
});

/** Digits of a fingerprint that a model needs to tell the targets of findings apart. */
const FINGERPRINT_DIGITS = 12;

const shortFinding = (finding: Output<'getLintReport'>['checks'][number]['examples'][number]) => ({
  ...finding,
  fingerprint_sha256: finding.fingerprint_sha256.slice(0, FINGERPRINT_DIGITS),
});

/**
 * Maximum bytes of the hints of one template. Further hints are omitted, so that one template leaves room for others.
 */
const MAX_HINT_BYTES = 8_192;

function templateRow({ document_id, title, error, ...template }: Output<'listTemplates'>['templates'][number]) {
  const brief = (text: string | null) => (text === null ? null : shorten(text));
  let room = MAX_HINT_BYTES;
  const prompts = template.prompts.map(({ name, hint }) => {
    const shown = brief(hint);
    room -= Buffer.byteLength(shown ?? '');
    return { name: shorten(name), hint: room < 0 ? null : shown };
  });
  return {
    document_id,
    title,
    description: brief(template.description),
    prompts,
    placeholders: template.placeholders.slice(0, MAX_PLACEHOLDERS).map(shorten),
    error,
  };
}

/** Returns the state of a job without its parameters and its error. */
function jobRow({ job_id, kind, state, phase, processed, total, summary, ...times }: Output<'getJob'>) {
  const { created_at, finished_at } = times;
  return { job_id, kind, state, phase, processed, total, summary, created_at, finished_at };
}
