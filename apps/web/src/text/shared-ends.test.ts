import { expect, it } from 'vitest';
import { sharedEnds } from './shared-ends.js';

it.each([
  [['abc', 'abc'], 3, 0],
  [['abc', 'axc'], 1, 1],
  [['aa', 'aaa'], 2, 0],
  [['ab', 'ba'], 0, 0],
  [['', 'a'], 0, 0],
  [['abcd', 'axcd', 'abd'], 1, 1],
])('sharedEnds of %j is %d at the start and %d at the end', (texts, start, end) => {
  const [first = [], ...others] = texts.map((text) => [...text]);
  expect(sharedEnds([first, ...others])).toEqual({ start, end });
});
