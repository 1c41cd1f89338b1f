import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNextDate, parseRepetition, type Repetition } from './repetition.js';

const parse = (source: string) => parseRepetition(source) as Repetition;

test.each([
  // Months shorter than the day, leap years.
  ['every month', '2026-01-31', '2026-02-28'],
  ['every month', '2028-01-31', '2028-02-29'],
  ['every month on the 31st', '2026-02-28', '2026-03-31'],
  ['every month on the last', '2026-01-31', '2026-02-28'],
  ['every month on the last day', '2026-04-12', '2026-04-30'],
  ['every month on the 15th', '2026-11-03', '2026-11-15'],
  ['every month on the 15th', '2026-11-15', '2026-12-15'],
  ['every 3 months on the 1st', '2026-11-01', '2027-02-01'],
  ['every 2 months', '2026-12-31', '2027-02-28'],
  ['monthly', '2026-11-23', '2026-12-23'],
  ['every year', '2028-02-29', '2029-02-28'],
  ['every 4 years', '2028-02-29', '2032-02-29'],
  ['yearly', '2026-11-23', '2027-11-23'],
  // Days and weeks.
  ['every day', '2026-12-31', '2027-01-01'],
  ['daily', '2028-02-28', '2028-02-29'],
  ['every other day', '2026-02-27', '2026-03-01'],
  ['every 10 days', '2026-11-23', '2026-12-03'],
  ['every week', '2026-11-23', '2026-11-30'],
  ['Every  2 Weeks', '2026-11-23', '2026-12-07'],
  ['every weekday', '2026-11-27', '2026-11-30'],
  ['weekdays', '2026-11-23', '2026-11-24'],
  ['every weekday', '2026-11-28', '2026-11-30'],
  // 23 November 2026 is a Monday.
  ['every week on Monday', '2026-11-23', '2026-11-30'],
  ['every Friday', '2026-11-23', '2026-11-27'],
  ['every week on Tue, Thu', '2026-11-24', '2026-11-26'],
  ['every week on Tue and Thu', '2026-11-26', '2026-12-01'],
  ['every 2 weeks on Monday, Wednesday and Sunday', '2026-11-23', '2026-11-25'],
  ['every 2 weeks on Monday, Wednesday and Sunday', '2026-11-25', '2026-11-29'],
  ['every 2 weeks on Monday, Wednesday and Sunday', '2026-11-29', '2026-12-07'],
])('a task that repeats “%s” from %s is next due on %s', (rule, from, expected) => {
  expect(findNextDate(parse(rule), from)).toBe(expected);
});

test.each([
  '',
  'sometimes',
  'every',
  'every 0 days',
  'every 1000 days',
  'every month on the 2nd Tuesday',
  'every month on Monday',
  'every month on the 32nd',
  'every day on the 1st',
  'every year on the 1st',
  'every 2 weekdays',
  'every week until Friday',
  'every Foosday',
])('“%s” is no rule of repetition', (source) => {
  expect(parseRepetition(source)).toBeUndefined();
});

test('“when done” counts from the day of completion', () => {
  expect(parse('every 3 days when done')).toMatchObject({ every: 3, unit: 'day', isFromCompletion: true });
  expect(parse('every 3 days').isFromCompletion).toBe(false);
});

test.each([
  ['every day', '9999-12-31'],
  ['every 999 days', '9998-01-01'],
  ['every weekday', '9999-12-31'],
  ['every week', '9999-12-25'],
  ['every week on Monday', '9999-12-27'],
  ['every month', '9999-12-31'],
  ['every month on the 1st', '9999-12-31'],
  ['every 999 years', '9001-01-01'],
])('a task that repeats “%s” from %s has no next date, as its year would be 10000 or later', (rule, from) => {
  expect(findNextDate(parse(rule), from)).toBeUndefined();
});

test('the next date of every rule is later than the day before it', () => {
  const rule = fc.constantFrom(
    ...['daily', 'weekdays', 'weekly', 'monthly', 'yearly', 'every 5 weeks on Sun', 'every Monday and Sunday'],
    ...['every month on the 30th', 'every 2 months on the last'],
  );
  const day = fc.date({ min: new Date('1980-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const run = fc.property(rule, day, (source, date) => {
    const from = date.toISOString().slice(0, 10);
    expect((findNextDate(parse(source), from) as string) > from).toBe(true);
  });
  fc.assert(run, { seed: 4, numRuns: 300 });
});
