import { type ToolName, tools } from '@notes/contract/tools';
import { beforeAll, describe, expect, it } from 'vitest';
import { addJob } from '../behaviour/jobs.js';
import { useService } from '../behaviour/support.js';
import { agentVerdict, askRest, call, type Fields, restFace, succeed, WIDEST } from './agent.js';
import { makeScene, type Scene } from './scene.js';

const api = useService(WIDEST);
let scene: Scene;
let job_id: string;

beforeAll(async () => {
  scene = await makeScene(api, 1);
  await makeScene(api, 2);
  job_id = await addJob(api, { kind: 'import', state: 'failed' });
});

interface Read {
  readonly tool: ToolName;
  readonly args?: () => Fields;
  /** Input for REST where it differs. */
  readonly rest?: () => Fields;
}

const onNote = () => ({ document_id: scene.note.id });
// A selection without notes in Trash, which are hidden from agents.
const onSelection = () => ({
  target: 'subset_transfer',
  selection: { document_ids: [scene.note.id], query: `title:${scene.word}* -tag:t` },
});
const reads: readonly Read[] = [
  { tool: 'search_documents', args: () => ({ query: `${scene.word}* -tag:t`, limit: 2, sort: 'updated' }) },
  { tool: 'search_documents', args: () => ({ query: 'twin', limit: 50 }) },
  { tool: 'list_notebooks' },
  { tool: 'get_notebook_tree' },
  { tool: 'list_tags' },
  { tool: 'list_search_notebooks' },
  { tool: 'list_collections' },
  { tool: 'get_notebook_notes', args: () => ({ notebook_id: scene.note.notebook_id, limit: 3 }) },
  { tool: 'get_document', args: onNote },
  { tool: 'get_note_line_range', args: () => ({ ...onNote(), start: 2, end: 5 }) },
  { tool: 'get_document_outline', args: onNote },
  { tool: 'get_document_blocks', args: onNote },
  { tool: 'search_in_note', args: () => ({ ...onNote(), pattern: 'T(W)in', regex: true }) },
  { tool: 'list_document_links', args: onNote },
  { tool: 'list_document_links', args: () => ({ document_id: scene.linked.id, direction: 'incoming' }) },
  { tool: 'list_document_resources', args: onNote },
  { tool: 'get_graph', args: () => ({ roots: [scene.linked.id], depth: 2 }) },
  { tool: 'find_graph_path', args: () => ({ from: scene.linked.id, to: scene.note.id }) },
  { tool: 'find_graph_path', args: () => ({ from: scene.template.id, to: scene.note.id }) },
  { tool: 'get_graph_report', args: () => ({ limit: 5 }) },
  { tool: 'get_lint_report', args: () => ({ checks: ['missing_title', 'ambiguous_link'], detail_limit: 2 }) },
  // As many rows as `mcp.max_results` gives agents.
  { tool: 'plan_selection', args: onSelection, rest: () => ({ ...onSelection(), detail_limit: 10 }) },
  { tool: 'list_tasks', args: () => ({ ...onNote(), state: 'open', limit: 5 }) },
  { tool: 'list_templates' },
  { tool: 'run_note_query', args: () => ({ block: `query: ${scene.word}*\nfields: tags, snippet\nsort: -title` }) },
  { tool: 'read_resource', args: () => ({ resource_id: scene.resource_id }) },
  { tool: 'scan_remote_media', args: onNote },
  { tool: 'get_job', args: () => ({ job_id }) },
  { tool: 'list_jobs', args: () => ({ state: 'failed', limit: 5 }) },
];

/** Fields of tools that REST names differently or does not have. */
const ownFields: Partial<Record<ToolName, readonly string[]>> = {
  search_documents: ['next_cursor', 'results.notebook'],
  get_notebook_notes: ['next_cursor'],
  list_notebooks: ['total', 'truncated'],
  get_notebook_tree: ['total', 'truncated'],
  list_tags: ['total', 'truncated'],
  list_search_notebooks: ['total', 'truncated'],
  list_templates: ['total'],
  get_document: ['truncated', 'total_lines'],
  get_note_line_range: ['current_revision_id', 'truncated'],
  get_document_outline: ['document_id', 'total'],
  get_document_blocks: ['document_id', 'total'],
  search_in_note: ['document_id', 'truncated'],
  list_document_links: ['document_id', 'total'],
  list_document_resources: ['document_id', 'total', 'truncated'],
  get_graph: ['edges.from', 'edges.to'],
  get_graph_report: ['hubs.in_degree'],
  // The first digits of the digest that REST returns.
  get_lint_report: ['checks.examples.fingerprint_sha256'],
  scan_remote_media: ['document_id'],
};

describe('the same read over REST and by an MCP tool', () => {
  it.each(reads)('returns the same data: $tool [N-MCP-PARITY]', async ({ tool, args = () => ({}), rest = args }) => {
    const answer = await askRest(api, tool, rest());
    expect(answer.status, answer.text).toBe(200);
    const told = await succeed(api, tool, args());
    const both = omitOwn(told, new Set(['notice', ...(ownFields[tool] ?? [])]));
    expect(pickFields(answer.json(), both)).toEqual(both);
  });

  it('is tested for every tool that reads [N-MCP-PARITY]', () => {
    const reading = tools.filter(({ hints, name }) => hints.effect === 'read' && restFace(name) !== null);
    expect(new Set(reads.map(({ tool }) => tool))).toEqual(new Set(reading.map(({ name }) => name)));
  });
});

describe('sync jobs over MCP', () => {
  const unsynced = useService(['mcp.default_scope=organizer']);

  it('are hidden when the sync scope is disabled, but not over REST [N-MCP-PARITY]', async () => {
    const sync = { job_id: await addJob(unsynced, { kind: 'sync' }) };
    expect((await askRest(unsynced, 'get_job', sync)).status).toBe(200);
    expect(agentVerdict(await call(unsynced, 'get_job', sync))).toBe('not_found');
    expect(await succeed(unsynced, 'list_jobs', {})).toEqual({ jobs: [] });
    const seen = { job_id: await addJob(api, { kind: 'sync' }) };
    expect(await succeed(api, 'get_job', seen)).toMatchObject({ ...seen, kind: 'sync' });
  });
});

/** Removes the fields in `own`, given as paths from the top. */
function omitOwn(told: unknown, own: ReadonlySet<string>, path = ''): unknown {
  if (Array.isArray(told)) return told.map((each) => omitOwn(each, own, path));
  if (!isFields(told)) return told;
  const kept = Object.entries(told).filter(([name]) => !own.has(path + name));
  return Object.fromEntries(kept.map(([name, value]) => [name, omitOwn(value, own, `${path}${name}.`)]));
}

/** Reduces an answer of REST to the fields of a tool's answer; keeps all rows. */
function pickFields(said: unknown, told: unknown): unknown {
  if (Array.isArray(told) && Array.isArray(said)) return said.map((each, index) => pickFields(each, told[index]));
  if (!isFields(told) || !isFields(said)) return said;
  return Object.fromEntries(Object.keys(told).map((name) => [name, pickFields(said[name], told[name])]));
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
