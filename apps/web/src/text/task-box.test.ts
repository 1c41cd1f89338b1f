import { expect, test } from 'vitest';
import { needsTick } from './task-box.js';

const body = 'a\r\n- [ ] one\r\n  1. [x] two\n> - [ ] three\n- [ ]\nno [ ] box\n';

test.each([
  [2, true],
  [3, false],
  [4, true],
  [5, true],
])('needsTick finds the box of line %d with any line breaks', (line, expected) => {
  expect(needsTick(body, line, expected)).toBe(true);
});

test.each([
  [1, true, 'no task'],
  [6, true, 'a box that begins no item'],
  [2, false, 'a box that is as wanted'],
  [99, true, 'no line'],
])('needsTick is false for line %d and %s: %s', (line, expected) => {
  expect(needsTick(body, line, expected)).toBe(false);
});
