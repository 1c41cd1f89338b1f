import { expect, test } from 'vitest';
import { tickOf } from './tick.js';

const body = 'a\r\n- [ ] one\r\n  1. [x] two\n> - [ ] three\n- [ ]\nno [ ] box\n';

test('a box is found by its line, whatever ends the lines', () => {
  const tick = tickOf(body, 2, true);
  expect(tick).toEqual({ line: 2, offset: 6, done: true });
  expect(body[6]).toBe(' ');
  expect(body[tickOf(body, 3, false)?.offset ?? 0]).toBe('x');
  expect(body[(tickOf(body, 4, true)?.offset ?? 0) - 1]).toBe('[');
});

test.each([
  [1, true, 'no task'],
  [6, true, 'a box that begins no item'],
  [2, false, 'a box that is as wanted'],
  [99, true, 'no line'],
])('line %d, %s: %s', (line, done) => {
  expect(tickOf(body, line, done)).toBeUndefined();
});
