import { expect, test } from 'vitest';
import { findWeekStart } from './week.js';

test.each([
  ['en-GB', 1],
  ['de', 1],
  ['en-US', 0],
  ['pt-BR', 0],
  ['ar-EG', 6],
])('a week of %s starts on day %i', (tag, expected) => {
  expect(findWeekStart(tag)).toBe(expected);
});
