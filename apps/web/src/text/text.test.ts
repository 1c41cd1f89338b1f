import { expect, test, vi } from 'vitest';
import { fill, words } from './catalogue.js';
import { formatTimeLeft, shortDate } from './dates.js';
import { pseudo } from './locale.js';
import { bytes, number, plural } from './numbers.js';

test('bytes uses the largest fitting decimal unit', () => {
  expect([0, 999, 1_000, 1_500_000, 3e15].map(bytes)).toEqual(['0 B', '999 B', '1 kB', '1.5 MB', '3,000 TB']);
});

test('plural uses the singular for 1 only', () => {
  expect([0, 1, 1_200].map((count) => plural(count, '# child', '# children'))).toEqual([
    '0 children',
    '1 child',
    '1,200 children',
  ]);
  expect(number(10_000)).toBe('10,000');
});

test('words turns a code into words', () => {
  expect(words('broken_document_link')).toBe('Broken document link');
});

test('fill inserts elements at the placeholders of a text', () => {
  expect(fill('{code} of {name}.', { code: 7, name: 'x' })).toEqual(['', 7, ' of ', 'x', '.']);
});

test('pseudo leaves no plain letters except placeholders', () => {
  const text = pseudo('Saved {when}, go on');
  expect(text.replace('{when}', '')).not.toMatch(/[A-Za-z]/);
  expect(text).toContain('{when}');
  expect(text.length).toBeGreaterThan('Saved {when}, go on'.length * 1.25);
});

test('shortDate is a time today, then yesterday, then a date, also around a day of 23 hours', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.useFakeTimers({ now: new Date('2027-03-29T08:00:00') });
  const short = (local: string) => shortDate(new Date(local).toISOString());
  expect(short('2027-03-29T00:00:00')).toMatch(/^\d+:00/);
  expect(['2027-03-28T23:59:59', '2027-03-28T00:00:00'].map(short)).toEqual(['yesterday', 'yesterday']);
  expect(['2027-03-27T23:59:59', '2026-12-31T12:00:00'].map(short)).toEqual(['Mar 27', 'Dec 31, 2026']);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test.each([
  ['00:15:00.000', '15:00'],
  ['00:00:00.001', '0:01'],
  ['01:00:09.000', '1:00:09'],
  ['00:00:00.000', '0:00'],
])('formatTimeLeft until %s is %s', (time, expected) => {
  expect(formatTimeLeft(`1970-01-01T${time}Z`, 0)).toBe(expected);
});

test('formatTimeLeft of a past moment is 0:00', () => {
  expect(formatTimeLeft('1970-01-01T00:00:00.000Z', 1)).toBe('0:00');
});
