import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListedTask, tickEdit } from './tick-edit.js';

const open = (line: number, text: string, marker: string | null = null): ListedTask => ({
  line,
  text,
  state: 'open',
  marker,
});

/** Returns the body after the edit; fails when the edit is ambiguous. */
function applied(body: string, task: ListedTask): string | undefined {
  const edit = tickEdit(body, task);
  if (edit === undefined) return undefined;
  expect(body.split(edit.search)).toHaveLength(2);
  return body.split(edit.search).join(edit.replace);
}

test('a task is ticked in its line and nowhere else', () => {
  expect(applied('# a\n- [ ] milk\n- [ ] tea\n', open(2, 'milk'))).toBe('# a\n- [x] milk\n- [ ] tea\n');
});

test('a ticked task is unticked', () => {
  expect(applied('> 1. - [X] milk', { ...open(1, 'milk'), state: 'done' })).toBe('> 1. - [ ] milk');
});

test('the line says which of several like tasks is meant', () => {
  expect(applied('- [ ] a\r\n- [ ] a\r\n- [ ] a\r\n', open(2, 'a'))).toBe('- [ ] a\r\n- [x] a\r\n- [ ] a\r\n');
});

test('a task that moved is found by its words when there is one of it', () => {
  expect(applied('new\n\n- [ ] milk', open(1, 'milk'))).toBe('new\n\n- [x] milk');
  expect(applied('new\n- [ ] milk\n- [ ] milk', open(1, 'milk'))).toBeUndefined();
});

test('a task that is done already, or gone, is left alone', () => {
  expect(applied('- [x] milk', open(1, 'milk'))).toBeUndefined();
  expect(applied('milk', open(1, 'milk'))).toBeUndefined();
});

test('its name and the lines it goes on in do not hide a task', () => {
  expect(applied('* [ ] buy  milk ^m1', open(1, 'buy milk', '^m1'))).toBe('* [x] buy  milk ^m1');
  expect(applied('- [ ] buy\n  milk', open(1, 'buy milk'))).toBe('- [x] buy\n  milk');
});

test('only the box of that line changes, however many lines are alike', () => {
  const lines = fc.array(fc.constantFrom<string[]>('- [ ] a', '- [ ] b', 'text', ''), { minLength: 1, maxLength: 40 });
  const run = fc.property(lines, fc.nat(), (some, at) => {
    const index = at % some.length;
    const line = some[index] as string;
    fc.pre(line.startsWith('- '));
    const expected = some.with(index, line.replace('[ ]', '[x]')).join('\n');
    expect(applied(some.join('\n'), open(index + 1, line.slice(6)))).toBe(expected);
  });
  fc.assert(run, { seed: 6, numRuns: 300 });
});

test('a line of many list marks takes no time', () => {
  expect(tickEdit('-  '.repeat(20_000), open(1, 'milk'))).toBeUndefined();
});
