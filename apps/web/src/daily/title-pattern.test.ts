import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPatternProblem, formatDayTitle, isPattern, parseDayTitle } from './title-pattern.js';

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

test.each([
  'YYYYMD',
  'YYYYMDD',
  'YYYYMMD',
  'DMMYYYY',
  'M[]D YYYY',
  'D MYYYY',
  'YYYY-MM-D2',
  'YYYY-MM-D[2]',
  '2M-DD-YYYY',
  '[Day 1]D.MM.YYYY',
  'DddddYYYYMD',
])('the pattern %s is refused: a number of one or two digits touches another', (pattern) => {
  expect(isPattern(pattern)).toBe(false);
  expect(findPatternProblem(pattern)).toBe('ambiguous');
});

test.each(['YYYYMMDD', 'DDMMYYYY', 'DMMMMYYYY', 'dddDMMMYYYY', 'M-D-YYYY', 'YYYY年M月D日'])(
  'the pattern %s is accepted: its numbers have fixed widths or are separated',
  (pattern) => {
    expect(isPattern(pattern)).toBe(true);
    const title = formatDayTitle(pattern, '2026-01-11');
    expect(parseDayTitle(pattern, title)).toBe('2026-01-11');
  },
);

test('a pattern without a year, month or day is incomplete, also when its numbers touch', () => {
  for (const pattern of ['', 'YYYY-MM', 'MD']) expect(findPatternProblem(pattern)).toBe('incomplete');
  expect(findPatternProblem('YYYY-MM-DD')).toBeUndefined();
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

test('an accepted pattern of any parts gives every day a title that gives the day again', () => {
  const part = (...choices: string[]) => fc.constantFrom(...choices);
  const separator = () => part('-', ' of ', '', '[]', '1');
  const tokens = fc.tuple(part('YYYY'), part('MMMM', 'MMM', 'MM', 'M'), part('DD', 'D'), part('dddd', 'ddd', ''));
  const pattern = fc
    .tuple(
      tokens.chain((some) => fc.shuffledSubarray(some, { minLength: some.length })),
      fc.tuple(separator(), separator(), separator()),
    )
    .map(([some, separators]) => some.map((token, index) => token + (separators[index] ?? '')).join(''));
  const day = fc.date({ min: new Date('1980-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const run = fc.property(pattern, day, (form, date) => {
    fc.pre(isPattern(form));
    const iso = date.toISOString().slice(0, 10);
    expect(parseDayTitle(form, formatDayTitle(form, iso))).toBe(iso);
  });
  fc.assert(run, { seed: 6, numRuns: 300 });
});
