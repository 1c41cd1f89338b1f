import { expect, test } from 'vitest';
import { isTypedName } from './typed-name.js';

test.each([
  ['Plan', 'Plan', true],
  ['a title with two spaces', 'a title  with two spaces ', true],
  ['r\u00e9sum\u00e9.pdf', 're\u0301sume\u0301.pdf', true],
  ['a\ufffdb', 'a\u200bb', true],
  ['plan', 'Plan', false],
  ['', 'Plan', false],
])('isTypedName compares %j with the displayed form of %j: %s', (typed, name, isTyped) => {
  expect(isTypedName(typed, name)).toBe(isTyped);
});
