import type { ToolName } from '@notes/contract/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolLibrary, type ToolLibrary } from './support.js';

// Every call of `tool` checks that the response has at most 4 MiB.

const LONG = 'x'.repeat(2_200_000);
const list = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/** Notes that fill a response, each in its own way. */
const HOSTILE = {
  controls: '\u0001'.repeat(3_000_000),
  quotes: '"\\'.repeat(2_000_000),
  signs: '👩‍👩‍👧‍👦'.repeat(100_000),
  headings: `# ${'h'.repeat(9_000)}\n`.repeat(900),
  links: list(20_000, (index) => `[[Nowhere ${index}#${'a'.repeat(50)}]] `),
  images: list(20_000, (index) => `![](https://127.0.0.1/${'u'.repeat(100)}${index})\n`),
  'long link': `[${LONG}](https://127.0.0.1/${LONG}) [[${LONG}]]`,
  tasks: list(20_000, (index) => `- [ ] ${'t'.repeat(100)}${index}\n`),
  blocks: 'block\n\n'.repeat(30_000),
  'long line': `# ${LONG}\n\n- [ ] ${LONG} ^${LONG}\n\n![${LONG}](${LONG})`,
} as const;

const ABOUT_ONE: readonly ToolName[] = [
  'get_document',
  'get_note_line_range',
  'get_document_outline',
  'get_document_blocks',
  'list_document_links',
  'scan_remote_media',
  'list_tasks',
];

let opened: ToolLibrary;
const notes: Record<string, string> = {};
const note = async (title: string, body: string, more = {}) =>
  (await opened.own('createDocument', { title, body, ...more })).id;
beforeAll(async () => {
  opened = await openToolLibrary('mcp.max_document_bytes=16777216', 'mcp.max_results=50');
  for (const [title, body] of Object.entries(HOSTILE)) notes[title] = await note(title, body);
});
afterAll(() => opened.close());

const getRows = (result: Record<string, unknown>, name: string) => result[name] as Record<string, unknown>[];

describe('A response stays within its limits [N-MCP-TOOL-BOUNDS]', () => {
  it.each(Object.keys(HOSTILE))('for a note with %s', async (title) => {
    const document_id = notes[title];
    for (const name of ABOUT_ONE) {
      const result = await opened.tool(name, { document_id });
      for (const rows of Object.values(result).filter(Array.isArray)) expect(rows.length).toBeLessThanOrEqual(500);
      expect(result).toHaveProperty('truncated');
    }
    await opened.tool('search_in_note', { document_id, pattern: 'x', limit: 50 });
  });

  it('for all notes together', async () => {
    const document_ids = Object.values(notes);
    const { documents, truncated } = await opened.tool('get_documents', { document_ids });
    expect([(documents as unknown[]).length, truncated]).toEqual([document_ids.length, true]);
    const found = getRows(await opened.tool('search_documents', { query: '-notebook:Help' }), 'results');
    expect(found).toHaveLength(document_ids.length);
    expect(await opened.tool('get_lint_report', { detail_limit: 50 })).toHaveProperty('report_sha256');
  });

  it('for text that is longer as JSON, and says where to continue', async () => {
    const document_id = notes.controls;
    const { body, next_offset, ...rest } = await opened.tool('get_document', { document_id });
    expect(rest).toMatchObject({ truncated: true, next_line: 1, size_bytes: 3_000_000 });
    expect(next_offset).toBe((body as string).length);
    const more = await opened.tool('get_note_line_range', { document_id, offset: next_offset });
    expect(more).toMatchObject({ truncated: true, text: expect.stringMatching(/^\u0001{100000}/) });
  });

  it('with 500 rows and the total for links and blocks', async () => {
    const links = await opened.tool('list_document_links', { document_id: notes.links });
    expect([getRows(links, 'outgoing').length, links.total, links.truncated]).toEqual([500, 20_000, true]);
    const blocks = await opened.tool('get_document_blocks', { document_id: notes.blocks });
    expect([getRows(blocks, 'blocks').length, blocks.total, blocks.truncated]).toEqual([500, 30_000, true]);
    const media = await opened.tool('scan_remote_media', { document_id: notes.images });
    expect([getRows(media, 'items').length, media.total, media.truncated]).toEqual([500, 20_000, true]);
  });

  it('with the configured number of rows for a page, and the totals of tasks', async () => {
    const tasks = await opened.tool('list_tasks', {});
    expect([getRows(tasks, 'tasks').length, tasks.truncated]).toEqual([50, true]);
    expect(tasks.counts).toMatchObject({ open: 20_001 });
    const few = { library: { ...opened.library, config: { ...opened.library.config, 'mcp.max_results': 3 } } };
    const pages = { search_documents: { query: '' }, get_notebook_notes: { notebook_id: 'nb_notes' }, list_tasks: {} };
    for (const [name, args] of Object.entries(pages)) {
      const length = async (more = {}) =>
        (Object.values(await opened.tool(name as ToolName, { ...args, ...more }, few)).find(Array.isArray) as unknown[])
          .length;
      expect([name, await length(), await length({ limit: 5 })]).toEqual([name, 3, 5]);
    }
    const plan = await opened.tool('plan_selection', { target: 'full_archive' }, few);
    for (const rows of Object.values(plan).filter(Array.isArray)) expect(rows.length).toBeLessThanOrEqual(3);
    expect(plan).toMatchObject({ truncated: true, counts: { documents: Object.keys(HOSTILE).length } });
  });
});

describe('A list without pages has at most 1,000 rows [N-MCP-TOOL-BOUNDS]', () => {
  it('for notebooks and their tree', async () => {
    let parent: string | undefined;
    for (let index = 0; index < 1_010; index++) {
      const made = await opened.own('createNotebook', { name: `n${index}`, parent_notebook_id: parent });
      if (index % 100 < 5) parent = made.notebook_id;
      else if (index % 100 === 5) parent = undefined;
    }
    const total = 1_013;
    const flat = await opened.tool('list_notebooks', {});
    expect([getRows(flat, 'notebooks').length, flat.total, flat.truncated]).toEqual([1_000, total, true]);
    const tree = await opened.tool('get_notebook_tree', {});
    const count = (nodes: Record<string, unknown>[]): number =>
      nodes.reduce((sum, { children }) => sum + 1 + count(children as Record<string, unknown>[]), 0);
    expect([count(getRows(tree, 'notebooks')), tree.total, tree.truncated]).toEqual([1_000, total, true]);
  });

  it('for templates, none of which displaces the others', async () => {
    const prompts = list(100, (index) => `prompt: p${index} - ${'h'.repeat(300)}\n`);
    const template = (lines: string, rest = '') => `\`\`\`note-template\n${lines}\`\`\`\n${rest}`;
    await note('A long one', template(`description: ${LONG}\nprompt: who - ${LONG}\n`));
    await note(
      'A wrong one',
      template(
        `prompt: ${'w'.repeat(100_000)}\n`,
        list(100_000, (index) => `{{n${index}}}`),
      ),
    );
    for (let index = 0; index < 300; index++) await note(`Template ${index}`, template(prompts));
    const { templates, truncated } = await opened.tool('list_templates', {});
    const [long, wrong, ...rest] = templates as Record<string, string>[];
    expect([long?.title, wrong?.title, truncated]).toEqual(['A long one', 'A wrong one', true]);
    expect(JSON.stringify([long, wrong]).length).toBeLessThan(10_000);
    expect(rest.length).toBeGreaterThan(20);
  });
});

it('get_graph returns a smaller neighbourhood for notes with long titles [N-MCP-TOOL-BOUNDS]', async () => {
  const titles = Array.from({ length: 1_500 }, (_, index) => `${index} ${'"'.repeat(1_000)}`);
  for (const title of titles) await note(title, '[[hub]]');
  const hub = await note('hub', '');
  const { nodes, edges, truncated } = await opened.tool('get_graph', {
    roots: [hub],
    max_nodes: 5_000,
    max_edges: 20_000,
  });
  expect([(nodes as unknown[]).length > 500, (edges as unknown[]).length > 500, truncated]).toEqual([true, true, true]);
  expect(await opened.tool('get_graph', { roots: [hub] })).toMatchObject({
    truncated: true,
    truncated_by: 'nodes',
  });
});

describe('A note with more tags than a response can hold [N-MCP-TOOL-BOUNDS]', () => {
  let document_id: string;
  beforeAll(async () => {
    document_id = await note('tagged', 'its text');
    for (let round = 0; round < 100; round++) {
      const tags = Array.from({ length: 100 }, (_, index) => `${'T'.repeat(240)}${round}/${index}`);
      await opened.tool('run_batch', { operation: 'add_tags', items: [{ document_id }], tags });
    }
  });

  it('is returned with as many tags as fit', async () => {
    const { tags, truncated, body } = await opened.tool('get_document', { document_id });
    expect([(tags as string[]).length > 1_000, truncated]).toEqual([true, true]);
    expect('its text'.startsWith(body as string)).toBe(true);
    const other = await note('beside it', 'text');
    expect(await opened.tool('get_documents', { document_ids: [other, document_id, other] })).toMatchObject({
      documents: [{ id: other, body: 'text' }],
      errors: [document_id, other].map((id) => ({ document_id: id, error: { code: 'body_too_large' } })),
      truncated: true,
    });
    const lines = await opened.tool('get_note_line_range', { document_id });
    expect(lines).toMatchObject({ text: 'its text', truncated: false });
    const tagList = await opened.tool('list_tags', {});
    expect([getRows(tagList, 'tags').length, tagList.truncated]).toEqual([1_000, true]);
  });

  it('does not prevent the next page of a search', async () => {
    const titles: unknown[] = [];
    let cursor: unknown;
    do {
      const page: Record<string, unknown> = await opened.tool('search_documents', {
        query: 'title:t*',
        limit: 50,
        cursor,
      });
      titles.push(...getRows(page, 'results').map(({ title }) => title));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(titles).toContain('tasks');
  });
});
