import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListedTask, tickEdit } from './tick.js';

const open = (line: number, text: string, marker: string | null = null): ListedTask => ({
  line,
  text,
  state: 'open',
  marker,
});

/** Returns the body after the edit; fails when the edit is ambiguous. */
function applyTick(body: string, task: ListedTask): string | undefined {
  const edit = tickEdit(body, task);
  if (edit === undefined) return undefined;
  expect(body.split(edit.search)).toHaveLength(2);
  return body.split(edit.search).join(edit.replace);
}

test('tickEdit ticks the task in its line only', () => {
  expect(applyTick('# a\n- [ ] milk\n- [ ] tea\n', open(2, 'milk'))).toBe('# a\n- [x] milk\n- [ ] tea\n');
});

test('tickEdit unticks a ticked task', () => {
  expect(applyTick('> 1. - [X] milk', { ...open(1, 'milk'), state: 'done' })).toBe('> 1. - [ ] milk');
});

test('tickEdit chooses among equal tasks by line', () => {
  expect(applyTick('- [ ] a\r\n- [ ] a\r\n- [ ] a\r\n', open(2, 'a'))).toBe('- [ ] a\r\n- [x] a\r\n- [ ] a\r\n');
});

test('tickEdit finds a moved task by its text when that text is unique', () => {
  expect(applyTick('new\n\n- [ ] milk', open(1, 'milk'))).toBe('new\n\n- [x] milk');
  expect(applyTick('new\n- [ ] milk\n- [ ] milk', open(1, 'milk'))).toBeUndefined();
});

test('tickEdit returns undefined for a task that is already done or was removed', () => {
  expect(applyTick('- [x] milk', open(1, 'milk'))).toBeUndefined();
  expect(applyTick('milk', open(1, 'milk'))).toBeUndefined();
});

test('tickEdit finds a task with a marker or continuation lines', () => {
  expect(applyTick('* [ ] buy  milk ^m1', open(1, 'buy milk', '^m1'))).toBe('* [x] buy  milk ^m1');
  expect(applyTick('- [ ] buy\n  milk', open(1, 'buy milk'))).toBe('- [x] buy\n  milk');
});

test('tickEdit changes only the box of its line among any number of equal lines', () => {
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

test('tickEdit handles a line of many list marks quickly', () => {
  expect(tickEdit('-  '.repeat(20_000), open(1, 'milk'))).toBeUndefined();
});
