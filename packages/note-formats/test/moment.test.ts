import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampMoment, parseMoment } from '../src/moment.js';

test.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2024-02-29 7:08', '2024-02-29T07:08:00.000Z'],
  ['2024-02-29T07:08:09.1', '2024-02-29T07:08:09.100Z'],
  ['2024-02-29T07:08:09.123456789Z', '2024-02-29T07:08:09.123Z'],
  ['2024-02-29T07:08:09-05:30', '2024-02-29T12:38:09.000Z'],
  ['2024-02-29T07:08:09 +02', '2024-02-29T05:08:09.000Z'],
  [1_700_000_000, '2023-11-14T22:13:20.000Z'],
  [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
  ['1700000000', '2023-11-14T22:13:20.000Z'],
])('parseMoment reads %j as %s', (value, expected) => {
  expect(new Date(parseMoment(value) as number).toISOString()).toBe(expected);
});

test.each([
  '2023-02-29',
  '2024-13-01',
  '2024-01-01T24:00',
  '2024-01-01T10:60',
  '24-01-01',
  '01/02/2024',
  'today',
  '',
  20_240_102,
  202_401_021_030,
  -1,
  Number.NaN,
  true,
  null,
  undefined,
])('parseMoment refuses %j', (value) => {
  expect(parseMoment(value)).toBeUndefined();
});

test('parseMoment reads back every RFC 3339 time', () => {
  const years = {
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  };
  fc.assert(
    fc.property(fc.date(years), (date) => parseMoment(date.toISOString()) === date.getTime()),
    { seed: 7 },
  );
});

test('clampMoment keeps file times within the range of RFC 3339', () => {
  for (const ms of [-1e15, 0.7, 1e15]) expect(new Date(clampMoment(ms)).toISOString()).toMatch(/^\d{4}-/);
});
