import { expect, test } from 'vitest';
import { timeLeft } from './time-left.js';

test.each([
  ['00:15:00.000', '15:00'],
  ['00:00:00.001', '0:01'],
  ['01:00:09.000', '1:00:09'],
  ['00:00:00.000', '0:00'],
])('timeLeft until %s is %s', (time, shown) => {
  expect(timeLeft(`1970-01-01T${time}Z`, 0)).toBe(shown);
});

test('timeLeft of a past moment is 0:00', () => {
  expect(timeLeft('1970-01-01T00:00:00.000Z', 1)).toBe('0:00');
});
