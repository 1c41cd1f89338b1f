import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  addMonths,
  addYears,
  countDays,
  dayInMonth,
  endOfWeek,
  isDay,
  startOfWeek,
  weekdayFor,
  weeksInMonth,
} from './days.js';
import { localDay } from './today.js';

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['1900-02-29', false],
  ['2026-13-01', false],
  ['2026-1-01', false],
  ['', false],
])('isDay(%s) is %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-11-23', 12, '2027-11-23'],
  ['2026-01-15', -1, '2025-12-15'],
])('addMonths(%s, %i) is %s', (day, count, expected) => {
  expect(addMonths(day, count)).toBe(expected);
});

test.each([
  ['2028-02-29', 1, '2029-02-28'],
  ['2028-02-29', 4, '2032-02-29'],
  ['2026-11-23', -1, '2025-11-23'],
])('addYears(%s, %i) is %s', (day, count, expected) => {
  expect(addYears(day, count)).toBe(expected);
});

describe('weeks', () => {
  it('begin on the given weekday', () => {
    expect(startOfWeek('2026-11-23', 1)).toBe('2026-11-23');
    expect(startOfWeek('2026-11-23', 0)).toBe('2026-11-22');
    expect(startOfWeek('2026-11-23', 6)).toBe('2026-11-21');
    expect(endOfWeek('2026-11-23', 1)).toBe('2026-11-29');
    expect(endOfWeek('2026-11-29', 1)).toBe('2026-11-29');
  });

  it('of a month contain its days and whole weeks only', () => {
    const month = fc.tuple(fc.integer({ min: 1970, max: 2100 }), fc.integer({ min: 1, max: 12 }));
    const run = fc.property(month, fc.integer({ min: 0, max: 6 }), ([year, index], weekStart) => {
      const name = `${year}-${String(index).padStart(2, '0')}`;
      const weeks = weeksInMonth(name, weekStart);
      const days = weeks.flat();
      expect(weeks.every((week) => week.length === 7 && weekdayFor(week[0] as string) === weekStart)).toBe(true);
      expect(weeks.every((week) => week.some((day) => day.startsWith(name)))).toBe(true);
      expect(days.filter((day) => day.startsWith(name))).toHaveLength(Number(dayInMonth(name, 31).slice(-2)));
      expect(countDays(days[0] as string, days.at(-1) as string)).toBe(days.length - 1);
    });
    fc.assert(run, { seed: 11, numRuns: 200 });
  });
});

test('addDays crosses changes of the clock, months and years', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});

test('localDay is the day on the clock of this device', () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
