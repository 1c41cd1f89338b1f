import type { Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { expectRefused, useService } from './support.js';

const api = useService();
type Tasks = Output<'listTasks'>;

const tasks = (fields: Record<string, string> = {}): Promise<Tasks> =>
  api.show<'listTasks'>(`/tasks?${new URLSearchParams(fields)}`);
const readTasks = async (body: string) => (await tasks({ document_id: (await api.note({ body })).id })).tasks;
const texts = (rows: Tasks['tasks']) => rows.map(({ text }) => text);
const later = () => new Promise((resolve) => setTimeout(resolve, 2));

describe('a task', () => {
  it('is returned with its fields and position [TASK-LIST]', async () => {
    const note = await api.note({
      title: 'Chores',
      body: 'é\r\n\r\n- [ ] Buy *milk*\r\n  - [x] deep ^m\r\n\r\n1. [X] third\r\n',
      tags: ['b', 'a'],
    });
    const { tasks: rows, counts, truncated } = await tasks({ document_id: note.id });
    const common = {
      task_id: expect.stringMatching(/^blk_[0-9a-f]{16}$/),
      document_id: note.id,
      title: 'Chores',
      notebook_id: 'nb_notes',
      marker: null,
      anchor_uri: expect.any(String),
      due: null,
      tags: ['a', 'b'],
    };
    expect(rows).toEqual([
      { ...common, text: 'Buy *milk*', state: 'open', line: 3 },
      { ...common, text: 'deep', state: 'done', line: 4, marker: '^m', task_id: '^m' },
      { ...common, text: 'third', state: 'done', line: 6 },
    ]);
    for (const { anchor_uri, task_id } of rows) expect(anchor_uri).toBe(`${note.uri}#${task_id}`);
    expect({ counts, truncated }).toEqual({ counts: { open: 1, done: 2, total: 3 }, truncated: false });
    const { blocks } = await api.show<'getDocumentBlocks'>(`/documents/${note.id}/blocks`);
    const ids = blocks.map(({ block_id }) => block_id);
    expect(ids).toEqual(expect.arrayContaining(rows.map(({ task_id }) => task_id)));
  });

  it('is a list item with a checkbox, and nothing else [TASK-NONE]', async () => {
    const no = ['[ ] bare', '- [-] other', '- [ ]none', '- `[ ]` code', '```\n- [ ] fenced\n```', '    - [ ] indented'];
    expect(texts(await readTasks([...no, '* [ ] star', '+ [ ] plus', '> - [x] quoted'].join('\n\n')))).toEqual([
      'star',
      'plus',
      'quoted',
    ]);
  });

  it('disappears when its note is trashed [TASK-NONE]', async () => {
    const note = await api.note({ body: '- [ ] In a moment gone' });
    expect(texts((await tasks({ limit: '1000' })).tasks)).toContain('In a moment gone');
    await api.trash(note);
    expect(texts((await tasks({ limit: '1000' })).tasks)).not.toContain('In a moment gone');
    expectRefused(await api.get(`/tasks?document_id=${note.id}`), 'not_found');
  });

  it.each([
    ['📅 2026-11-20', '2026-11-20'],
    ['due:2028-02-29', '2028-02-29'],
    ['due:2026-02-29', null],
    ['📅 2026-13-01', null],
    ['2026-11-20', null],
    ['', null],
  ])('with %j is due on %s [TASK-DUE]', async (text, due) => {
    expect((await readTasks(`- [ ] Pay ${text}\n`)).map((task) => task.due)).toEqual([due]);
  });

  it('gets another id when it is ticked, unless it has a marker [TASK-ID]', async () => {
    const note = await api.note({ body: '- [ ] one\n- [ ] two ^two\n- [ ] three\n' });
    const ids = async () => (await tasks({ document_id: note.id })).tasks.map(({ task_id }) => task_id);
    const before = await ids();
    await api.rewrite(note, { body: note.body.replace('[ ] one', '[x] one').replace('[ ] two', '[x] two') });
    const after = await ids();
    expect(after[0]).not.toBe(before[0]);
    expect([after[1], after[2]]).toEqual(['^two', before[2]]);
    await api.rewrite(note, { body: note.body });
    expect(await ids()).toEqual(before);
  });
});

describe('the list of tasks', () => {
  it('contains open, done or all tasks, and counts both [TASK-STATE] [TASK-COUNTS]', async () => {
    const { id: document_id } = await api.note({ body: '- [ ] a\n- [x] b\n- [ ] c\n' });
    const of = async (state: string) => texts((await tasks({ document_id, state })).tasks);
    expect([await of('open'), await of('done'), await of('all')]).toEqual([['a', 'c'], ['b'], ['a', 'b', 'c']]);
    const capped = await tasks({ document_id, state: 'open', limit: '1' });
    expect(capped).toMatchObject({ counts: { open: 2, done: 1, total: 3 }, truncated: true });
    expect(texts(capped.tasks)).toEqual(['a']);
    expectRefused(await api.get('/tasks?state=late'), 'validation_failed');
  });

  it('counts tasks beyond the number stored for a note [TASK-COUNTS]', async () => {
    const { id: document_id } = await api.note({ body: '- [ ] a\n'.repeat(20_005) });
    const { counts, truncated } = await tasks({ document_id, limit: '1000' });
    expect([counts, truncated]).toEqual([{ open: 20_005, done: 0, total: 20_005 }, true]);
  });

  it('covers one note, or a notebook with those below it [TASK-SCOPE] [TASK-COUNTS]', async () => {
    const top = await api.notebook('Projects');
    const inner = await api.notebook('House', top.notebook_id);
    await api.note({ body: '- [ ] outer', notebook_id: top.notebook_id });
    const note = await api.note({ body: '- [x] inner', notebook_id: inner.notebook_id });
    const inTop = await tasks({ notebook_id: top.notebook_id });
    expect(texts(inTop.tasks).sort()).toEqual(['inner', 'outer']);
    expect(inTop.counts).toEqual({ open: 1, done: 1, total: 2 });
    expect(texts((await tasks({ notebook_id: inner.notebook_id })).tasks)).toEqual(['inner']);
    expect(texts((await tasks({ document_id: note.id, notebook_id: top.notebook_id })).tasks)).toEqual(['inner']);
    expectRefused(await api.get(`/tasks?notebook_id=nb_${'0'.repeat(26)}`), 'not_found');
    expectRefused(await api.get(`/tasks?document_id=doc_${'0'.repeat(26)}`), 'not_found');
    expectRefused(await api.get('/tasks?document_id=x'), 'validation_failed');
  });

  it('begins with the note changed last [TASK-ORDER]', async () => {
    const { notebook_id } = await api.notebook('In order');
    const first = await api.note({ body: '- [ ] a\n- [ ] b\n', notebook_id });
    await later();
    await api.note({ body: '- [ ] c\n', notebook_id });
    expect(texts((await tasks({ notebook_id })).tasks)).toEqual(['c', 'a', 'b']);
    await later();
    await api.rewrite(first, { body: '- [ ] a\n- [ ] b\n- [ ] d\n' });
    expect(texts((await tasks({ notebook_id })).tasks)).toEqual(['a', 'b', 'd', 'c']);
  });

  it('has 200 entries by default, 1,000 at most, and complete counts [TASK-LIMIT] [TASK-COUNTS]', async () => {
    const { id: document_id } = await api.note({ body: '- [ ] open\n- [x] done\n'.repeat(550) });
    const all = { counts: { open: 550, done: 550, total: 1_100 }, truncated: true };
    const [standard, most] = [await tasks({ document_id }), await tasks({ document_id, limit: '5000' })];
    expect([standard, most]).toMatchObject([all, all]);
    expect([standard.tasks.length, most.tasks.length]).toEqual([200, 1_000]);
    expect((await tasks({ document_id, state: 'done', limit: '550' })).truncated).toBe(false);
    expectRefused(await api.get('/tasks?limit=0'), 'validation_failed');
  });

  it('has pages, which together list every task once [TASK-LIMIT] [TASK-COUNTS]', async () => {
    const { notebook_id } = await api.notebook('In pages');
    for (const name of ['a', 'b', 'c'])
      await api.note({ body: `- [ ] ${name}0\n- [x] ${name}1\n- [ ] ${name}2\n`, notebook_id });
    for (const state of ['all', 'open', 'done']) {
      const { tasks: all, next_cursor: none } = await tasks({ notebook_id, state });
      expect(none).toBeNull();
      const listed: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Tasks = await tasks({ notebook_id, state, limit: '2', ...(cursor !== '' && { cursor }) });
        listed.push(...texts(page.tasks));
        cursor = page.next_cursor;
        expect([page.truncated, page.counts.total]).toEqual([cursor !== null, 9]);
      }
      expect(listed).toEqual(texts(all));
    }
    const { next_cursor: cursor } = await tasks({ notebook_id, state: 'open', limit: '2' });
    expectRefused(await api.get(`/tasks?state=done&notebook_id=${notebook_id}&cursor=${cursor}`), 'cursor_invalid');
  });
});
