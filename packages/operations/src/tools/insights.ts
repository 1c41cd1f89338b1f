import { type Output, ServiceError } from '@notes/contract';
import type { ToolCalls } from './call.js';
import { MAX_PLACES, next, whole } from './lists.js';
import { short } from './text.js';

/** A block may ask for more than a page of a tool holds. */
const MAX_PAGE = 50;
/** A template that can be used has no more: those of 100 prompts, and those filled in by themselves. */
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
  get_lint_report: async ({ run }, { checks = [], detail_limit }) => {
    const report = await run('getLintReport', {
      detail_limit,
      ...(checks.length > 0 && { checks: [...new Set(checks)] }),
    });
    return { checks: report.checks, report_sha256: report.report_sha256 };
  },
  plan_selection: async ({ run, maxResults }, args) => {
    const { policy: _, totals: __, ...plan } = await run('planSelection', { ...args, detail_limit: maxResults });
    return plan;
  },
  list_tasks: async ({ run, maxResults }, { limit = maxResults, ...filter }) => {
    const { tasks, counts, truncated } = await run('listTasks', { ...filter, limit });
    return { tasks: tasks.map((task) => ({ ...task, text: short(task.text) })), counts, truncated };
  },
  list_templates: async ({ run }) => {
    const { templates, truncated } = await run('listTemplates', {});
    const list = whole('templates', templates.map(templateRow));
    return { ...list, truncated: truncated || list.truncated };
  },
  run_note_query: async ({ run }, { block }) => {
    const answer = await run('runNoteQuery', { block });
    if ('error' in answer) throw new ServiceError('validation_failed', `block: ${answer.error}`);
    const { spec, rows, truncated } = answer;
    return { spec, rows: rows.slice(0, MAX_PAGE), truncated: truncated || rows.length > MAX_PAGE };
  },
  scan_remote_media: async ({ run }, { document_id }) => {
    const { current_revision_id, items, total, truncated } = await run('scanRemoteMedia', { document_id });
    return {
      document_id,
      current_revision_id,
      items: items.slice(0, MAX_PLACES),
      total,
      truncated: truncated || items.length > MAX_PLACES,
    };
  },
  get_job: async ({ run }, { job_id }) => jobRow(await run('getJob', { job_id })),
  list_jobs: async ({ run, maxResults }, { state, cursor, limit = maxResults }) => {
    const page = await run('listJobs', { state, cursor, limit });
    return { jobs: page.jobs.map(jobRow), ...next(page) };
  },
} satisfies Partial<ToolCalls>;

function templateRow({ document_id, title, error, ...template }: Output<'listTemplates'>['templates'][number]) {
  const brief = (text: string | null) => (text === null ? null : short(text));
  return {
    document_id,
    title,
    description: brief(template.description),
    prompts: template.prompts.map(({ name, hint }) => ({ name: short(name), hint: brief(hint) })),
    placeholders: template.placeholders.slice(0, MAX_PLACEHOLDERS).map(short),
    error,
  };
}

/** How a job stands, without what it was asked and why it failed. */
function jobRow({ job_id, kind, state, phase, processed, total, summary, ...times }: Output<'getJob'>) {
  const { created_at, finished_at } = times;
  return { job_id, kind, state, phase, processed, total, summary, created_at, finished_at };
}
