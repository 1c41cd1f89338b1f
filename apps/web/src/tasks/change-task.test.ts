import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListedTask, type Rewrite, taskEdit } from './change-task.js';
import { changeFields, flipTask } from './task-fields.js';

const open = (line: number, text: string, marker: string | null = null): ListedTask => ({
  line,
  text,
  state: 'open',
  marker,
});

const flip: Rewrite = (source, lineBreak) => flipTask(source, '2026-11-23', lineBreak);
const tickEdit = (body: string, task: ListedTask) => taskEdit(body, task, flip);

/** Returns the body after the edit; fails when the edit is ambiguous. */
function applyTick(body: string, task: ListedTask, rewrite: Rewrite = flip): string | undefined {
  const edit = taskEdit(body, task, rewrite);
  if (edit === undefined) return undefined;
  expect(body.split(edit.search)).toHaveLength(2);
  return body.split(edit.search).join(edit.replace);
}

test('taskEdit ticks the task in its line only', () => {
  expect(applyTick('# a\n- [ ] milk\n- [ ] tea\n', open(2, 'milk'))).toBe('# a\n- [x] milk\n- [ ] tea\n');
});

test('taskEdit unticks a ticked task', () => {
  expect(applyTick('> 1. - [X] milk', { ...open(1, 'milk'), state: 'done' })).toBe('> 1. - [ ] milk');
});

test('taskEdit chooses among equal tasks by line', () => {
  expect(applyTick('- [ ] a\r\n- [ ] a\r\n- [ ] a\r\n', open(2, 'a'))).toBe('- [ ] a\r\n- [x] a\r\n- [ ] a\r\n');
});

test('taskEdit finds a moved task by its text when that text is unique', () => {
  expect(applyTick('new\n\n- [ ] milk', open(1, 'milk'))).toBe('new\n\n- [x] milk');
  expect(applyTick('new\n- [ ] milk\n- [ ] milk', open(1, 'milk'))).toBeUndefined();
});

test('taskEdit returns undefined for a task that is already done or was removed', () => {
  expect(applyTick('- [x] milk', open(1, 'milk'))).toBeUndefined();
  expect(applyTick('milk', open(1, 'milk'))).toBeUndefined();
});

test('taskEdit finds a task with a marker or continuation lines', () => {
  expect(applyTick('* [ ] buy  milk ^m1', open(1, 'buy milk', '^m1'))).toBe('* [x] buy  milk ^m1');
  expect(applyTick('- [ ] buy\n  milk', open(1, 'buy milk'))).toBe('- [x] buy\n  milk');
});

test('taskEdit changes only the box of its line among any number of equal lines', () => {
  const lines = fc.array(fc.constantFrom<string[]>('- [ ] a', '- [ ] b', 'text', ''), { minLength: 1, maxLength: 40 });
  const run = fc.property(lines, fc.nat(), (some, at) => {
    const index = at % some.length;
    const line = some[index] as string;
    fc.pre(line.startsWith('- '));
    const expected = some.with(index, line.replace('[ ]', '[x]')).join('\n');
    expect(applyTick(some.join('\n'), open(index + 1, line.slice(6)))).toBe(expected);
  });
  fc.assert(run, { seed: 6, numRuns: 300 });
});

test('taskEdit handles a line of many list marks quickly', () => {
  expect(tickEdit('-  '.repeat(20_000), open(1, 'milk'))).toBeUndefined();
});

test('taskEdit adds the next instance of a task that repeats above it, with the line breaks of the note', () => {
  const text = 'a 🔁 every day 📅 2026-11-23';
  const next = '- [ ] a 🔁 every day 📅 2026-11-24';
  expect(applyTick(`- [ ] ${text}`, open(1, text))).toBe(`${next}\n- [x] ${text}`);
  expect(applyTick(`b\r\n- [ ] ${text}\r\nc`, open(2, text))).toBe(`b\r\n${next}\r\n- [x] ${text}\r\nc`);
  expect(applyTick(`b\r\n- [ ] ${text}`, open(2, text))).toBe(`b\r\n${next}\r\n- [x] ${text}`);
});

test('taskEdit reads the fields of a task in its continuation lines', () => {
  const text = 'a long text 🔁 every day 📅 2026-11-23';
  const body = '- [ ] a long\n  text 🔁 every day\n  📅 2026-11-23\n  - child';
  expect(applyTick(body, open(1, text))).toBe(
    `- [ ] a long\n  text 🔁 every day\n  📅 2026-11-24\n${body.replace('[ ]', '[x]')}`,
  );
  const setDue: Rewrite = (source) => changeFields(source, { due: '2027-01-01' });
  expect(applyTick(body, open(1, text), setDue)).toBe(body.replace('2026-11-23', '2027-01-01'));
});

test('taskEdit changes a field in the line of the task only', () => {
  const setDue: Rewrite = (source) => changeFields(source, { due: '2026-12-01' });
  const body = '- [ ] a\n- [ ] a\n\n- [ ] a ^m1\n';
  expect(applyTick(body, open(2, 'a'), setDue)).toBe('- [ ] a\n- [ ] a 📅 2026-12-01\n\n- [ ] a ^m1\n');
  expect(applyTick(body, open(4, 'a', '^m1'), setDue)).toBe('- [ ] a\n- [ ] a\n\n- [ ] a 📅 2026-12-01 ^m1\n');
});
