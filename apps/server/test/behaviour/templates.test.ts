import type { ErrorCode, Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();

const fence = (...lines: string[]) => ['```note-template', ...lines, '```', ''].join('\n');
const template = (body: string, ...lines: string[]) =>
  api.note({ title: 'Made from', body: `${fence(...lines)}${body}` });
const create = (note: Note, fields: Record<string, unknown> = {}) =>
  api.post(`/templates/${note.id}/create`, { title: 'Made', ...fields });
const createMade = async (note: Note, fields: Record<string, unknown> = {}): Promise<Note> => {
  const answer = await create(note, fields);
  expect(answer.status, answer.text).toBe(201);
  return answer.json<Note>();
};
const notMade = async (note: Note, fields: Record<string, unknown>, code: ErrorCode = 'validation_failed') => {
  let message = '';
  await api.expectUnchanged(async () => {
    message = expectRefused(await create(note, fields), code);
  });
  return message;
};
const readTemplate = (note: Note) => api.show<'getTemplate'>(`/templates/${note.id}`);
const findListed = async (note: Note): Promise<Output<'listTemplates'>['templates'][number] | undefined> =>
  (await api.show<'listTemplates'>('/templates')).templates.find(({ document_id }) => document_id === note.id);

describe('a template', () => {
  const lines = ['description: Weekly review', 'prompt: focus - What matters', 'prompt: mood'];

  it('lists its prompts and placeholders [TPL-LIST] [TPL-READ]', async () => {
    const body = `# {{title}}\n\n${fence(...lines)}\n{{focus}}, {{mood}} on {{date}}, {{focus}}.\n`;
    const note = await api.note({ title: 'Review', body });
    const row = {
      document_id: note.id,
      title: 'Review',
      notebook_id: 'nb_notes',
      description: 'Weekly review',
      prompts: [
        { name: 'focus', hint: 'What matters' },
        { name: 'mood', hint: null },
      ],
      placeholders: ['title', 'focus', 'mood', 'date'],
      error: null,
    };
    expect(await findListed(note)).toEqual(row);
    const { text, ...rest } = await readTemplate(note);
    expect(rest).toEqual(row);
    expect(text.replace(/\n+/g, '\n')).toBe('# {{title}}\n{{focus}}, {{mood}} on {{date}}, {{focus}}.\n');
  });

  it('is any note with a note-template block, as soon as it is written [TPL-LIST] [TPL-READ]', async () => {
    const others = ['plain {{x}}', `\`\`\`\`\n${fence('prompt: a')}\`\`\`\`\n`, '```note-templates\nprompt: a\n```\n'];
    for (const body of others) {
      const note = await api.note({ body });
      expect(await findListed(note)).toBeUndefined();
      expectRefused(await api.get(`/templates/${note.id}`), 'not_found');
      expectRefused(await create(note), 'not_found');
    }
    const note = await template('x');
    expect(await findListed(note)).toMatchObject({ description: null, prompts: [], placeholders: [] });
    await api.rewrite(note, { body: 'x' });
    expect(await findListed(note)).toBeUndefined();
    await api.trash(await api.rewrite(note, { body: note.body }));
    expect(await findListed(note)).toBeUndefined();
    expectRefused(await api.get(`/templates/${note.id}`), 'not_found');
  });

  it('with an unknown placeholder reports an error and creates no note [TPL-ERROR]', async () => {
    const note = await template('{{a}} {{nope}}', 'prompt: a');
    expect((await findListed(note))?.error).toMatch('Line 4 of the note');
    expect((await readTemplate(note)).error).toMatch('Line 4 of the note');
    await notMade(note, { values: { a: 'x' } });
    await notMade(note, { values: { a: 'x', nope: 'y' } });
  });
});

describe('a note made from a template', () => {
  it('contains the values in place of the prompts [TPL-CREATE]', async () => {
    const note = await template('\n# {{title}}\n\n{{a}}-{{ b }}-{{a}}\n', 'prompt: a', 'prompt: b - Another');
    const answer = await create(note, { title: 'New', values: { a: 'é', b: 'two\nlines' } });
    const result = answer.json<Note>();
    expect([answer.status, result.title]).toEqual([201, 'New']);
    expect(answer.headers).toMatchObject({
      location: `/api/v1/documents/${result.id}`,
      etag: `"${result.current_revision_id}"`,
    });
    expect(result.body.trim()).toBe('# New\n\né-two\nlines-é');
    expect(result.body).not.toMatch('note-template');
    expect(await api.read(result.id)).toEqual(result);
    expect(await findListed(result)).toBeUndefined();
    expect(await api.read(note.id)).toEqual(note);
  });

  it('contains date, time, title and notebook without prompts [TPL-AUTOMATIC]', async () => {
    const { notebook_id } = await api.notebook('Diary');
    const note = await template('{{date}}|{{time}}|{{datetime}}|{{title}}|{{notebook}}');
    const [date = '', time = '', datetime = '', ...rest] = (
      await createMade(note, { title: 'Day', notebook_id, values: {} })
    ).body.split('|');
    expect([date, time, datetime]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^\d\d:\d\d/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d.\d\d:\d\d/),
    ]);
    expect(rest).toEqual(['Day', 'Diary']);
  });

  it('contains the given date in place of today, with the time of its creation [TPL-DATE]', async () => {
    const note = await template('{{date}}|- [ ] Plan due:{{date}}|{{datetime}}|{{time}}');
    const { body } = await createMade(note, { title: 'Day', values: {}, date: '2024-02-29' });
    const [date, task, datetime = '', time = ''] = body.split('|');
    expect([date, task]).toEqual(['2024-02-29', '- [ ] Plan due:2024-02-29']);
    expect(datetime).toBe(`2024-02-29 ${time}`);
    expect(time).toMatch(/^\d\d:\d\d$/);
    for (const wrong of ['2026-02-29', '2026-1-1', 'today', ''])
      expect(await notMade(note, { values: {}, date: wrong })).toMatch(
        'date: must be a day that exists, as YYYY-MM-DD',
      );
  });

  it('contains each value literally [TPL-LITERAL]', async () => {
    const note = await template('{{a}}|{{b}}|{{title}}', 'prompt: a', 'prompt: b');
    const values = { a: '{{b}} {{title}} $& $1 {{nope}} {{', b: '{{a}}}}' };
    const title = '{{a}}';
    expect((await createMade(note, { title, values })).body).toBe(`${values.a}|${values.b}|${title}`);
  });

  it('is in the requested notebook, or else in that of the template [TPL-WHERE]', async () => {
    const [here, there] = [await api.notebook('Here'), await api.notebook('There')];
    const note = await api.note({ body: fence(), notebook_id: here.notebook_id });
    expect((await createMade(note)).notebook_id).toBe(here.notebook_id);
    expect((await createMade(note, { notebook_id: there.notebook_id })).notebook_id).toBe(there.notebook_id);
    await notMade(note, { notebook_id: `nb_${'0'.repeat(26)}` }, 'not_found');
    await notMade(note, { notebook_id: 'nb_help' }, 'forbidden');
  });
});

describe('the values for a template', () => {
  it('are required for every prompt [TPL-MISSING]', async () => {
    const note = await template('{{a}} {{constructor}}', 'prompt: a', 'prompt: constructor');
    expect(await notMade(note, { values: { a: 'x' } })).toMatch('constructor');
    expect(await notMade(note, { values: { constructor: 'x' } })).toMatch(/\ba\b/);
    await notMade(note, {});
    expect((await createMade(note, { values: { a: 'x', constructor: 'y' } })).body.trim()).toBe('x y');
  });

  it.each(['nope', 'A', 'title', 'date', 'constructor', 'toString', '__proto__', ''])(
    'are rejected for the undeclared prompt %j [TPL-UNDECLARED]',
    async (name) => {
      const values = JSON.parse(`{"a":"x","${name}":"y"}`) as unknown;
      const note = await template('{{a}}', 'prompt: a');
      expect(await notMade(note, { values })).toMatch(name);
      expect('a' in {}).toBe(false);
    },
  );

  it('match prompt names in either Unicode form [TPL-CREATE]', async () => {
    const note = await template('{{caf\u00e9}}', 'prompt: caf\u00e9');
    expect((await createMade(note, { values: { 'cafe\u0301': 'x' } })).body.trim()).toBe('x');
  });

  it('must be text that can be stored [TPL-UNDECLARED]', async () => {
    const note = await template('{{a}}', 'prompt: a');
    for (const value of ['\0', '\ud800', 1, null, ['x'], { x: 'y' }]) await notMade(note, { values: { a: value } });
  });

  it('cannot create a note over 16 MiB [TPL-BOMB]', async () => {
    const note = await template('{{a}}'.repeat(1_000), 'prompt: a');
    await notMade(note, { values: { a: 'x'.repeat(20_000) } }, 'body_too_large');
    const large = 'x'.repeat(16_000);
    expect((await createMade(note, { values: { a: large } })).body.trim()).toHaveLength(16_000_000);
  });
});
