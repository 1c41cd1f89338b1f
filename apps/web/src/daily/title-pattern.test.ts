import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDayTitle, isPattern, parseDayTitle } from './title-pattern.js';

test.each([
  ['YYYY-MM-DD', '2026-11-03'],
  ['YYYY_MM_DD', '2026_11_03'],
  ['D.M.YYYY', '3.11.2026'],
  ['[Day] YYYY/MM/DD', 'Day 2026/11/03'],
  ['dddd, D MMMM YYYY', 'Tuesday, 3 November 2026'],
  ['MMM D YYYY (ddd)', 'Nov 3 2026 (Tue)'],
])('a title of the pattern %s is %s, and gives its day', (pattern, title) => {
  expect(isPattern(pattern)).toBe(true);
  expect(formatDayTitle(pattern, '2026-11-03')).toBe(title);
  expect(parseDayTitle(pattern, title)).toBe('2026-11-03');
});

test.each([
  ['YYYY-MM-DD', '2026-02-30'],
  ['YYYY-MM-DD', '2026-11-03 more'],
  ['YYYY-MM-DD', 'Kettle'],
  ['dddd, D MMMM YYYY', 'Monday, 3 November 2026'],
  ['D.M.YYYY', '03.11.2026'],
])('the pattern %s has no day for the title %s', (pattern, title) => {
  expect(parseDayTitle(pattern, title)).toBeUndefined();
});

test.each(['', 'YYYY-MM', 'MM-DD', '[YYYY]-MM-DD', ' YYYY-MM-DD', 'YYYY-MM-DD\n', `YYYY-MM-DD${'-'.repeat(60)}`])(
  'the pattern %j is not accepted',
  (pattern) => {
    expect(isPattern(pattern)).toBe(false);
  },
);

test('every day has a title of its own that gives the day again', () => {
  const pattern = fc.constantFrom('YYYY-MM-DD', 'D.M.YYYY', 'dddd D MMMM YYYY', 'MMM D, YYYY');
  const day = fc.date({ min: new Date('1980-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const run = fc.property(pattern, day, (form, date) => {
    const iso = date.toISOString().slice(0, 10);
    expect(parseDayTitle(form, formatDayTitle(form, iso))).toBe(iso);
  });
  fc.assert(run, { seed: 5, numRuns: 300 });
});
