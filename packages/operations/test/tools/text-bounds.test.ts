import type { ToolName } from '@notes/contract/tools';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openToolLibrary, type ToolLibrary } from './support.js';

const list = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at)).join('');
const LONG = 'z'.repeat(900);

/** Notes whose lists hold the maximum amount of text. */
const HOSTILE: Readonly<Record<string, string>> = {
  headings: list(600, (index) => `# ${index} ${LONG}\n\n`),
  links: list(300, (index) => `[[${index} ${LONG}#${LONG}]] before and after ${LONG}\n\n`),
  images: list(300, (index) => `![${LONG}](https://example.com/${index}${LONG}.png)\n\n`),
  tasks: list(200, (index) => `- [ ] ${index} ${LONG} ^${'m'.repeat(60)}${index}\n`),
  'one line': `# ${LONG.repeat(100)} z\n\n- [ ] ${LONG.repeat(100)} ^${LONG}\n`,
  signs: list(200, (index) => `## ${index} ${'🎈'.repeat(250)}\n\n`),
};

let opened: ToolLibrary;
const notes: string[] = [];
beforeAll(async () => {
  opened = await openToolLibrary();
  const make = async (title: string, body: string) => (await opened.own('createDocument', { title, body })).id;
  for (const [title, body] of Object.entries(HOSTILE)) notes.push(await make(title, body));
  const prompts = list(20, (index) => `prompt: p${index} - ${LONG}\n`);
  for (let index = 0; index < 12; index++)
    await make(`Template ${index}`, `\`\`\`note-template\ndescription: ${LONG}\n${prompts}\`\`\`\n`);
});
afterAll(() => opened.close());

/** Names of response fields that hold no text of a note, or that have limits of their own, such as titles and tags. */
const NO_TEXT =
  /^(?:notice|id|uri|title|target_title|tags|status|kind|state|decision|reasons|error|next_cursor|due|spec|content_hash|.*_id|.*_at|.*_sha256)$/;

/** Counts the bytes of all texts in a response, except fields known to hold no text of a note. */
function textBytes(value: unknown, name = ''): number {
  if (NO_TEXT.test(name)) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + textBytes(each, name), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, each]) => sum + textBytes(each, key), 0);
}

const withTextLimit = (bytes: number) => ({
  library: { ...opened.library, config: { ...opened.library.config, 'mcp.max_document_bytes': bytes } },
});

const ABOUT_ONE: readonly ToolName[] = [
  'get_document',
  'get_note_line_range',
  'get_document_outline',
  'get_document_blocks',
  'list_document_links',
  'scan_remote_media',
  'list_tasks',
];

describe('The text of notes in a response', () => {
  it.each([1_024, 65_536])('has at most the configured %i bytes, also in lists [N-MCP-TOOL-TEXT]', async (limit) => {
    const calls: [ToolName, Record<string, unknown>][] = notes.flatMap((document_id) => [
      ...ABOUT_ONE.map((name): [ToolName, Record<string, unknown>] => [name, { document_id }]),
      ['search_in_note', { document_id, pattern: 'z', limit: 50 }],
    ]);
    calls.push(['get_documents', { document_ids: notes }], ['list_templates', {}], ['list_tasks', { limit: 50 }]);
    calls.push(['search_documents', { query: '-notebook:Help', limit: 50 }]);
    calls.push(['get_notebook_notes', { notebook_id: 'nb_notes', limit: 50 }]);
    calls.push(['run_note_query', { block: 'query: -notebook:Help\nfields: title, snippet, open_tasks\nlimit: 100' }]);
    for (const [name, args] of calls) {
      const bytes = textBytes(await opened.tool(name, args, withTextLimit(limit)));
      expect([name, args, bytes <= limit ? 'within' : bytes]).toEqual([name, args, 'within']);
    }
  });

  it('contains as many headings of an outline as fit, and says when some are left out [N-MCP-TOOL-TEXT]', async () => {
    const [document_id] = notes;
    const { headings, truncated } = await opened.tool('get_document_outline', { document_id });
    expect([(headings as unknown[]).length > 20, truncated]).toEqual([true, true]);
    const { id: few } = await opened.own('createDocument', { title: 'few', body: '# one\n\n# two\n' });
    expect(await opened.tool('get_document_outline', { document_id: few }, withTextLimit(1_024))).toMatchObject({
      headings: [
        { text: 'one', anchor: 'one' },
        { text: 'two', anchor: 'two' },
      ],
      truncated: false,
    });
  });

  it('makes pages smaller without losing rows between them [N-MCP-TOOL-TEXT]', async () => {
    const titles: unknown[] = [];
    for (let cursor: unknown, turn = 0; turn === 0 || cursor !== undefined; turn++) {
      const args = { query: '-notebook:Help', limit: 50, cursor };
      const page = await opened.tool('search_documents', args, withTextLimit(1_024));
      titles.push(...(page.results as { title: string }[]).map(({ title }) => title));
      cursor = page.next_cursor;
    }
    for (const title of Object.keys(HOSTILE)) expect(titles).toContain(title);
  });

  it('is limited for the diff of a dry run, too [N-MCP-TOOL-TEXT]', async () => {
    const [document_id] = notes;
    const { current_revision_id } = await opened.own('getDocument', { document_id });
    const edits = [{ search: 'z', replace: 'y', replace_all: true }];
    const base = { document_id, base_revision_id: current_revision_id };
    const { diff } = await opened.tool('edit_note', { ...base, edits, dry_run: true }, withTextLimit(1_024));
    expect(Buffer.byteLength(diff as string)).toBeLessThanOrEqual(1_024);
  });
});

describe('An outgoing link', () => {
  it('has its target as written unless that is the address of the note [N-MCP-TOOL-LINKS]', async () => {
    const { id: known } = await opened.own('createDocument', { title: 'Known', body: '# Here\n' });
    const stable = `[stable](document://default/documents/${known})`;
    const body = `[[Nowhere#Part|shown]] [[Known#Gone]] [[Known#Here]] [site](https://example.com/a) ${stable} [[#x]]\n`;
    const { id: document_id } = await opened.own('createDocument', { title: 'linking', body });
    const { outgoing } = await opened.tool('list_document_links', { document_id, direction: 'outgoing' });
    const [nowhere, stale, found, external, address, own] = outgoing as Record<string, unknown>[];
    expect(nowhere).toMatchObject({ status: 'unresolved', target: 'Nowhere', anchor: 'Part', text: 'shown' });
    expect(stale).toMatchObject({ status: 'stale_anchor', target: 'Known', anchor: 'Gone' });
    const canonical_target = expect.stringContaining(known);
    expect(found).toMatchObject({ status: 'resolved', canonical_target, target: 'Known', anchor: 'Here' });
    expect(address).toMatchObject({ status: 'resolved', canonical_target, text: 'stable' });
    expect(address).not.toHaveProperty('target');
    expect(own).toMatchObject({ target: '', anchor: 'x' });
    expect(external).toMatchObject({ status: 'external', target: 'https://example.com/a' });
  });
});

describe('The lint report', () => {
  it('has the first 12 digits of each fingerprint, which tell targets apart [N-MCP-TOOL-LINT]', async () => {
    const small = await openToolLibrary();
    onTestFinished(small.close);
    await small.own('createDocument', { title: 'broken', body: '[[Gone one]] [[Gone two]] [[Gone one]]\n' });
    const input = { checks: ['broken_document_link'], detail_limit: 50 };
    const getPrints = (checks: unknown) =>
      (checks as { examples: { fingerprint_sha256: string }[] }[])
        .flatMap(({ examples }) => examples)
        .map(({ fingerprint_sha256 }) => fingerprint_sha256);
    const prints = getPrints((await small.tool('get_lint_report', input)).checks);
    expect(prints).toEqual(getPrints((await small.own('getLintReport', input)).checks).map((all) => all.slice(0, 12)));
    expect([prints[0] === prints[2], prints[0] === prints[1]]).toEqual([true, false]);
  });
});
