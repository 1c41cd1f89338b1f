import type { ToolName } from '@notes/contract/tools';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolLibrary, type ToolLibrary } from './support.js';

const BOUND = 65_536;
const NOTES = 120;
type Rows = Record<string, unknown>[];

let opened: ToolLibrary;
let hub: string;
beforeAll(async () => {
  opened = await openToolLibrary('mcp.max_results=50');
  const sign = fc.constantFrom('a', '"', '\\', 'é', '漢', '🎈');
  const longTitle = fc.array(sign, { minLength: 240, maxLength: 240 }).map((signs) => signs.join(''));
  const titles = fc.sample(longTitle, { seed: 4, numRuns: NOTES }).map((title, index) => `${index} ${title}`);
  const tags = Array.from({ length: 30 }, (_, index) => `${'漢'.repeat(60)}${index}`);
  const target = `T${'"'.repeat(990)}`;
  const { id } = await opened.own('createDocument', { title: target, body: '' });
  for (const title of titles)
    await opened.own('createDocument', { title, body: `needle [x](document://default/documents/${id})\n`, tags });
  const links = `- [ ] needle [x](document://default/documents/${id}) ![](https://a.example/${'p'.repeat(80)})\n\n`;
  const heading = `# ${'漢'.repeat(100)}\n\n`;
  hub = (await opened.own('createDocument', { title: `H${'漢'.repeat(330)}`, body: (links + heading).repeat(500) })).id;
  for (let index = 0; index < 400; index++) await opened.own('createNotebook', { name: `${index} ${'"'.repeat(150)}` });
});
afterAll(() => opened.close());

const countBytes = (result: unknown) => Buffer.byteLength(JSON.stringify(result));

/** Reads a list to its end. Returns the rows of all responses, each of which is within the limit. */
async function walk(name: ToolName, args: object): Promise<{ rows: Rows; total: unknown; answers: number }> {
  const rows: Rows = [];
  let more: object | undefined = {};
  let total: unknown;
  let answers = 0;
  for (; more !== undefined; answers += 1) {
    const page: Record<string, unknown> = await opened.tool(name, { ...args, ...more });
    expect([name, countBytes(page) <= BOUND ? 'within' : countBytes(page)]).toEqual([name, 'within']);
    rows.push(...(Object.values(page).filter(Array.isArray).flat() as Rows));
    total = page.total;
    more = undefined;
    if (page.next_cursor !== undefined) more = { cursor: page.next_cursor };
    if (page.next_start !== undefined) more = { start: page.next_start };
    if (more !== undefined && page.next_start !== undefined) expect(page.truncated).toBe(true);
    expect(answers).toBeLessThan(200);
  }
  return { rows, total, answers };
}

describe('A list of notes with long titles [N-MCP-TOOL-LISTS]', () => {
  it.each([
    ['get_document_outline', {}, 500],
    ['get_document_blocks', {}, undefined],
    ['list_document_links', { direction: 'outgoing' }, 1_000],
  ] as const)('%s %j continues at next_start until every row was returned once', async (name, args, count) => {
    const { rows, total, answers } = await walk(name, { document_id: hub, ...args });
    expect([rows.length, total]).toEqual([total, count ?? total]);
    expect(answers).toBeGreaterThan(1);
    const places = rows.map(({ start_byte, line, column, address }) =>
      JSON.stringify([start_byte, line, column, address]),
    );
    expect(new Set(places).size).toBe(rows.length);
  });

  it('search_in_note continues at next_start through the matches of a note', async () => {
    const { rows, total } = await walk('search_in_note', { document_id: hub, pattern: 'needle', limit: 50 });
    expect([rows.length, total]).toEqual([200, 500]);
    expect(new Set(rows.map(({ line }) => line)).size).toBe(200);
  });

  it('list_document_links returns the incoming links after the outgoing ones', async () => {
    const { outgoing } = await opened.tool('list_document_links', { document_id: hub, direction: 'outgoing' });
    const canonical = (outgoing as Rows)[0]?.canonical_target as string;
    const document_id = canonical.split('/').at(-1);
    const { rows, total } = await walk('list_document_links', { document_id });
    expect(rows.length).toBe(total);
    expect(new Set(rows.map((row) => row.document_id)).size).toBe(NOTES + 1);
  });

  it.each([
    ['get_notebook_notes', { notebook_id: 'nb_notes', limit: 50 }, NOTES + 2],
    ['search_documents', { query: '-notebook:Help', limit: 50 }, NOTES + 2],
    ['search_documents', { query: 'needle', sort: 'relevance', limit: 50 }, NOTES + 1],
    ['list_notebooks', {}, undefined],
    ['list_tags', {}, 30],
  ] as const)('%s %j returns every row once, in responses within the limit', async (name, args, count) => {
    const { rows, total } = await walk(name, args);
    expect(rows.length).toBe(count ?? total);
    const keys = rows.map(({ id, document_id, notebook_id, tag_id }) => id ?? document_id ?? tag_id ?? notebook_id);
    expect(new Set(keys).size).toBe(rows.length);
  });

  it.each([
    ['get_notebook_tree', {}],
    ['get_graph', { max_nodes: 5_000, max_edges: 20_000, depth: 3 }],
    ['get_graph_report', { limit: 50 }],
    ['get_lint_report', { detail_limit: 50 }],
    ['list_tasks', { limit: 50 }],
    ['list_templates', {}],
    ['list_jobs', { limit: 50 }],
    ['plan_selection', { target: 'full_archive' }],
    ['run_note_query', { block: 'query: needle\nfields: title, tags, notebook, snippet\nlimit: 100' }],
  ] as const)('%s %j is within the limit and has rows', async (name, args) => {
    const result = await opened.tool(name, name === 'get_graph' ? { ...args, roots: [hub] } : args);
    expect(countBytes(result)).toBeLessThanOrEqual(BOUND);
    if (!['list_templates', 'list_jobs'].includes(name))
      expect((Object.values(result).filter(Array.isArray).flat() as Rows).length).toBeGreaterThan(0);
  });
});
