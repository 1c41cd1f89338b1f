import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { changeFields, flipTask, makeNextInstance, parseTask } from './task-fields.js';

describe('parseTask', () => {
  it.each([
    ['buy milk', { due: undefined, priority: 'normal', repeat: undefined, title: 'buy milk' }],
    ['buy milk 📅 2026-12-01', { due: '2026-12-01', title: 'buy milk' }],
    ['buy 📅2026-12-01 milk', { due: '2026-12-01', title: 'buy milk' }],
    ['buy milk due:2026-12-01', { due: '2026-12-01', title: 'buy milk' }],
    ['buy milk due: 2026-12-01 #home', { due: '2026-12-01', title: 'buy milk #home' }],
    // The first date that exists, as the service reads it.
    ['a due:2026-02-30 due:2026-03-01', { due: '2026-03-01', title: 'a due:2026-02-30' }],
    ['a overdue:2026-03-01', { due: undefined, title: 'a overdue:2026-03-01' }],
    ['a 🔺', { priority: 'highest', title: 'a' }],
    ['⏫ a', { priority: 'high', title: 'a' }],
    ['a 🔼', { priority: 'medium' }],
    ['a 🔽️', { priority: 'low' }],
    ['a ⏬', { priority: 'lowest' }],
    ['a priority:High', { priority: 'high', title: 'a' }],
    ['a priority:unknown', { priority: 'normal', title: 'a priority:unknown' }],
    ['a 🔁 every week 📅 2026-12-01', { repeat: 'every week', due: '2026-12-01', title: 'a' }],
    ['a 🔁 every week on Mon, Thu #home', { repeat: 'every week on Mon, Thu', title: 'a #home' }],
    ['a repeat: every 2 weeks when done due:2026-12-01', { repeat: 'every 2 weeks when done', title: 'a' }],
    ['repeat:weekly water plants', { repeat: 'weekly', title: 'water plants' }],
    ['a 🔁 every blue moon ⏫', { repeat: 'every blue moon', rule: undefined, priority: 'high' }],
    ['a ⏳ 2026-11-20 🛫 2026-11-19 ➕ 2026-11-18 ✅ 2026-11-21', { due: undefined, title: 'a' }],
    ['a ^m1', { title: 'a ^m1' }],
    ['a 🔁 every day ^m1', { repeat: 'every day', title: 'a ^m1' }],
  ])('reads “%s”', (text, expected) => {
    expect(parseTask(text)).toMatchObject(expected);
  });

  it('handles a long text of signs quickly', () => {
    expect(parseTask('🔁 📅 repeat: '.repeat(20_000)).due).toBeUndefined();
  });
});

describe('changeFields', () => {
  it.each([
    ['- [ ] a', { due: '2026-12-01' }, '- [ ] a 📅 2026-12-01'],
    ['- [ ] a ^m1', { due: '2026-12-01' }, '- [ ] a 📅 2026-12-01 ^m1'],
    ['- [ ] a\r', { due: '2026-12-01' }, '- [ ] a 📅 2026-12-01\r'],
    ['- [ ] a  b 📅 2026-12-01 c', { due: '2026-12-02' }, '- [ ] a  b 📅 2026-12-02 c'],
    ['- [ ] a due:2026-12-01 c', { due: '2026-12-02' }, '- [ ] a due:2026-12-02 c'],
    ['- [ ] a 📅 2026-12-01 c', { due: undefined }, '- [ ] a c'],
    ['- [ ] a due:2026-12-01 📅 2026-12-02', { due: undefined }, '- [ ] a'],
    ['- [ ] a due:2026-12-01', { priority: 'high' }, '- [ ] a due:2026-12-01 priority:high'],
    ['- [ ] a 📅 2026-12-01', { priority: 'high' }, '- [ ] a 📅 2026-12-01 ⏫'],
    ['- [ ] a ⏫ b', { priority: 'low' }, '- [ ] a 🔽 b'],
    ['- [ ] a ⏫ b', { priority: 'normal' }, '- [ ] a b'],
    ['- [ ] a', { repeat: 'every week' }, '- [ ] a 🔁 every week'],
    ['- [ ] a 🔁 every week 📅 2026-12-01', { repeat: 'every day' }, '- [ ] a 🔁 every day 📅 2026-12-01'],
    ['- [ ] a 🔁 every week 📅 2026-12-01', { repeat: '' }, '- [ ] a 📅 2026-12-01'],
    [
      '- [ ] a',
      { due: '2026-12-01', priority: 'highest', repeat: 'every day' },
      '- [ ] a 🔺 🔁 every day 📅 2026-12-01',
    ],
    ['- [ ] repeat:weekly water', { repeat: 'daily' }, '- [ ] repeat:daily water'],
    ['- [ ] repeat:weekly water', { repeat: 'every 2 days' }, '- [ ] water repeat:every 2 days'],
    ['- [ ] a', {}, '- [ ] a'],
  ] as const)('of “%s” to %o gives “%s”', (source, change, expected) => {
    expect(changeFields(source, change)).toBe(expected);
  });

  it('gives a text with exactly these fields, and the same title', () => {
    const words = fc.array(fc.constantFrom('milk', 'tea,', '#home', '[[A note]]', '`x`'), { minLength: 1 });
    const day = fc.constantFrom('2026-12-01', '2028-02-29', undefined);
    const priority = fc.constantFrom('highest', 'normal', 'lowest');
    const repeat = fc.constantFrom('every 2 weeks', 'daily', undefined);
    const fields = () => fc.record({ due: day, priority, repeat });
    const run = fc.property(words, fields(), fields(), (title, before, after) => {
      const text = title.join(' ');
      const changed = changeFields(changeFields(`- [ ] ${text}`, before), after);
      expect(parseTask(changed.slice(6))).toMatchObject({ ...after, title: text });
    });
    fc.assert(run, { seed: 8, numRuns: 300 });
  });
});

describe('makeNextInstance', () => {
  it.each([
    ['- [ ] a 🔁 every week 📅 2026-11-20', '- [ ] a 🔁 every week 📅 2026-11-27'],
    ['- [ ] a 🔁 every week when done 📅 2026-11-20', '- [ ] a 🔁 every week when done 📅 2026-11-30'],
    ['- [ ] a repeat:monthly due:2026-01-31 ^m1', '- [ ] a repeat:monthly due:2026-02-28'],
    [
      '- [ ] a 🔁 every 3 days 🛫 2026-11-18 📅 2026-11-20 ⏫',
      '- [ ] a 🔁 every 3 days 🛫 2026-11-21 📅 2026-11-23 ⏫',
    ],
    ['- [ ] a 🔁 every day ⏳ 2026-11-20', '- [ ] a 🔁 every day ⏳ 2026-11-21'],
    ['- [ ] a 🔁 every day', '- [ ] a 🔁 every day'],
    ['- [ ] a 🔁 every day ➕ 2026-01-01 ✅ 2026-11-01', '- [ ] a 🔁 every day ➕ 2026-11-23'],
    ['> 1. [ ] a 🔁 every year 📅 2028-02-29\r', '> 1. [ ] a 🔁 every year 📅 2029-02-28\r'],
    ['- [ ] a due:9999-12-30 🔁 every day', '- [ ] a due:9999-12-31 🔁 every day'],
    ['- [ ] a due:9999-12-31 🔁 every day', undefined],
    // One of the other dates would be after the year 9999.
    ['- [ ] a 🛫 9999-12-31 📅 9999-12-01 🔁 every week', undefined],
    ['- [ ] a 🔁 every blue moon 📅 2026-11-20', undefined],
    ['- [ ] a 📅 2026-11-20', undefined],
  ])('of “%s” is “%s”', (source, expected) => {
    expect(makeNextInstance(source, '2026-11-23')).toBe(expected);
  });
});

test('flipTask ticks a task and puts the next instance of one that repeats above it', () => {
  expect(flipTask('- [ ] a', '2026-11-23')).toBe('- [x] a');
  expect(flipTask('- [x] a 🔁 every day', '2026-11-23')).toBe('- [ ] a 🔁 every day');
  expect(flipTask('  - [ ] a 🔁 every day 📅 2026-11-23 ^m', '2026-11-23')).toBe(
    '  - [ ] a 🔁 every day 📅 2026-11-24\n  - [x] a 🔁 every day 📅 2026-11-23 ^m',
  );
  expect(flipTask('- [ ] Q due:9999-12-31 🔁 every day', '2026-11-23')).toBe('- [x] Q due:9999-12-31 🔁 every day');
  expect(flipTask('text', '2026-11-23')).toBe('text');
});
