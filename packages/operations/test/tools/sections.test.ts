import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appendToSection } from '../../src/agents/sections.js';
import { openToolLibrary, type ToolLibrary } from './support.js';

const BODY = 'Intro\n\n# Garden\n\nPlan\n\n## Beds\n\n- peas\n\n\n## Sheds\n# Kitchen\nend';

let opened: ToolLibrary;
let note: { id: string; current_revision_id: string };
beforeAll(async () => {
  opened = await openToolLibrary();
});
beforeEach(async () => {
  note = await opened.own('createDocument', { title: 'Plans', body: BODY });
});
afterAll(() => opened.close());

const read = (heading: string) => opened.tool('get_document', { document_id: note.id, heading });
const append = async (heading: string, text: string, more = {}) => {
  await opened.tool('append_to_note', { document_id: note.id, heading, text, ...more });
  return (await opened.own('getDocument', { document_id: note.id })).body;
};

describe('get_document with a heading [N-MCP-SECTION]', () => {
  it.each([
    ['garden', { start: 3, end: 12, body: '# Garden\n\nPlan\n\n## Beds\n\n- peas\n\n\n## Sheds\n' }],
    ['## Beds', { start: 7, end: 11, body: '## Beds\n\n- peas\n\n\n' }],
    ['Kitchen', { start: 13, end: 14, body: '# Kitchen\nend' }],
  ])('returns the section under %s with its lines', async (heading, section) => {
    const whole = { title: 'Plans', current_revision_id: note.current_revision_id, total_lines: 14, truncated: false };
    const size_bytes = BODY.length;
    expect(await read(heading)).toMatchObject({ ...section, ...whole, size_bytes });
  });

  it('continues a truncated section at its line in the note', async () => {
    const small = await openToolLibrary('mcp.max_document_bytes=1024');
    try {
      const lines = Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join('');
      const { id } = await small.own('createDocument', { title: 'x', body: `a\n\n# Long\n${lines}# End\n` });
      const cut = await small.tool('get_document', { document_id: id, heading: 'Long' });
      expect(cut).toMatchObject({ start: 3, end: 203, truncated: true });
      const next = await small.tool('get_note_line_range', { document_id: id, start: cut.next_line, end: 203 });
      expect(`${cut.body}${next.text}`.startsWith(`# Long\n${lines.slice(0, 1_500)}`)).toBe(true);
    } finally {
      small.close();
    }
  });

  it('refuses an unknown heading without text of the note', async () => {
    const error = await opened.refusal('get_document', { document_id: note.id, heading: 'Shed' });
    expect(error).toMatchObject({ code: 'validation_failed', details: {} });
    expect(error.message).toBe('heading: the note has no heading with this text');
  });

  it('refuses a heading that occurs several times, with the lines', async () => {
    const { id } = await opened.own('createDocument', { title: 'x', body: '# A\n# B\n# a\n' });
    const error = await opened.refusal('get_document', { document_id: id, heading: 'A' });
    expect(error).toMatchObject({ code: 'validation_failed', details: { lines: [1, 3] } });
  });
});

describe('append_to_note with a heading [N-MCP-SECTION]', () => {
  it.each([
    ['Beds', '- beans', BODY.replace('- peas', '- peas\n- beans')],
    ['Sheds', 'None.\n', BODY.replace('## Sheds', '## Sheds\n\nNone.')],
    ['Kitchen', 'Stove', `${BODY}\nStove\n`],
  ])('adds below the last text of %s', async (heading, text, body) => {
    expect(await append(heading, text)).toBe(body);
  });

  it('keeps the line ends of the note', async () => {
    note = await opened.own('createDocument', { title: 'x', body: '# A\r\n\r\none\r\n\r\n# B\r\n' });
    expect(await append('A', 'two')).toBe('# A\r\n\r\none\r\ntwo\r\n\r\n# B\r\n');
    expect(await append('B', '- a\n- b\r\n- c\n')).toBe(
      '# A\r\n\r\none\r\ntwo\r\n\r\n# B\r\n\r\n- a\r\n- b\r\n- c\r\n',
    );
  });

  it('refuses a stale revision, and adds nothing', async () => {
    const base_revision_id = note.current_revision_id;
    await append('Beds', '- beans', { base_revision_id });
    const stale = { document_id: note.id, heading: 'Beds', text: '- peas', base_revision_id };
    expect((await opened.refusal('append_to_note', stale)).code).toBe('revision_conflict');
  });

  it('adds every text of calls at the same time', async () => {
    const texts = ['- a', '- b', '- c'];
    await Promise.all(texts.map((text) => append('Beds', text)));
    const { body } = await opened.own('getDocument', { document_id: note.id });
    for (const text of texts) expect(body).toContain(`\n${text}\n`);
  });
});

it.each([
  ['append_to_note', 'one\r\n', 'one\r\n- a\r\n- b\r\n'],
  ['prepend_to_note', 'one\r\n', '- a\r\n- b\r\none\r\n'],
  ['append_to_note', 'one\n', 'one\n- a\n- b\n'],
  ['append_to_note', 'one', 'one\n- a\n- b\n'],
] as const)('%s keeps the line ends of a note: %j [N-MCP-LINE-ENDS]', async (tool, body, expected) => {
  const { id } = await opened.own('createDocument', { title: 'x', body });
  await opened.tool(tool, { document_id: id, text: '- a\n- b\n' });
  expect((await opened.own('getDocument', { document_id: id })).body).toBe(expected);
});

it('appendToSection changes only the section [N-MCP-SECTION]', () => {
  const section = { start: 2, end: 3, text: '# B\nb\n' };
  expect(appendToSection('a\n# B\nb\n# C\n', section, 'x')).toBe('a\n# B\nb\nx\n# C\n');
  expect(appendToSection('a\n# B', { start: 2, end: 2, text: '# B' }, 'x')).toBe('a\n# B\n\nx\n');
});
