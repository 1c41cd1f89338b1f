import { describe, expect, it, test } from 'vitest';
import { dueForGroup, findDueGroup } from './due.js';
import { filterTasks, type Grouping, groupTasks, makeTaskReader, type Task, toTask } from './groups.js';

const clock = { today: '2026-11-25', weekStart: 1 };

let line = 0;
const task = (text: string, more: Partial<Task> = {}): Task => {
  line += 1;
  const due = /📅 (\S+)/.exec(text)?.[1] ?? null;
  const row = { task_id: 'blk', document_id: 'a', title: 'A note', notebook_id: 'nb_notes', state: 'open' as const };
  return toTask({ ...row, text, line, marker: null, anchor_uri: '', due, tags: [], ...more });
};

const listGroups = (tasks: readonly Task[], by: Grouping) =>
  groupTasks(tasks, by, clock).map(({ id, tasks: those }) => [id, those.map(({ text }) => text)]);

describe('groupTasks', () => {
  it('groups tasks by note in the order of the notes', () => {
    const tasks = [task('1', { document_id: 'b' }), task('2'), task('3 ⏫', { document_id: 'b' })];
    expect(listGroups(tasks, 'note')).toEqual([
      ['b', ['1', '3 ⏫']],
      ['a', ['2']],
    ]);
  });

  it('groups tasks by due date, and orders them by date and priority', () => {
    const texts = ['none', 'later 📅 2026-11-30', 'b 📅 2026-11-25', 'a 📅 2026-11-25 ⏫', 'old 📅 2026-11-24'];
    expect(
      listGroups(
        [...texts, 'older 📅 2025-01-01', 'soon 📅 2026-11-29'].map((text) => task(text)),
        'due',
      ),
    ).toEqual([
      ['overdue', ['older 📅 2025-01-01', 'old 📅 2026-11-24']],
      ['today', ['a 📅 2026-11-25 ⏫', 'b 📅 2026-11-25']],
      ['week', ['soon 📅 2026-11-29']],
      ['later', ['later 📅 2026-11-30']],
      ['none', ['none']],
    ]);
  });

  it('puts a task into the group of each tag of its note, and those without tags last', () => {
    expect(listGroups([task('0'), task('1', { tags: ['b', 'a'] }), task('2', { tags: ['a'] })], 'tag')).toEqual([
      ['a', ['1', '2']],
      ['b', ['1']],
      ['', ['0']],
    ]);
  });

  it('keeps empty groups of priorities and states', () => {
    expect(listGroups([task('a ⏬')], 'priority').map(([id, those]) => [id, those?.length])).toEqual([
      ['highest', 0],
      ['high', 0],
      ['medium', 0],
      ['normal', 0],
      ['low', 0],
      ['lowest', 1],
    ]);
    expect(listGroups([task('a', { state: 'done' })], 'state')).toEqual([
      ['open', []],
      ['done', ['a']],
    ]);
  });
});

test.each([
  ['today', '2026-11-25', '2026-11-25'],
  ['week', '2026-11-25', '2026-11-29'],
  ['week', '2026-11-29', null],
  ['later', '2026-11-25', '2026-11-30'],
  ['later', '2026-11-29', '2026-11-30'],
  ['none', '2026-11-25', undefined],
  ['overdue', '2026-11-25', null],
] as const)('dueForGroup(%s) on %s is %s, which belongs to the group', (group, today, expected) => {
  const due = dueForGroup(group, today, 1);
  expect(due).toBe(expected);
  if (due !== null) expect(findDueGroup(due ?? null, today, 1)).toBe(group);
});

test('filterTasks finds all words in the text or the title of the note, and tags with those below them', () => {
  const tasks = [task('Buy Milk', { tags: ['home/kitchen'] }), task('buy tea', { tags: ['homework'] })];
  const find = (text: string, tag = '') => filterTasks(tasks, { text, tag }).map((one) => one.text);
  expect(find('')).toEqual(['Buy Milk', 'buy tea']);
  expect(find('milk BUY')).toEqual(['Buy Milk']);
  expect(find('note tea')).toEqual(['buy tea']);
  expect(find('', 'home')).toEqual(['Buy Milk']);
});

describe('makeTaskReader', () => {
  it('keeps the objects of unchanged tasks, in the order of the rows', () => {
    const row = { ...task('1'), tags: ['home'] };
    const other = { ...task('2') };
    const read = makeTaskReader();
    const [first, second] = read([row, other]);
    const again = read([{ ...other, state: 'done' }, structuredClone(row)]);
    expect(again).toEqual([toTask({ ...other, state: 'done' }), first]);
    expect(again[1]).toBe(first);
    expect(again[0]).not.toBe(second);
  });
});
