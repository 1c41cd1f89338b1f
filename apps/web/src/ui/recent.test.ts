import { expect, test } from 'vitest';
import { Recent } from './recent.js';

test('Recent drops the oldest entry first', () => {
  const recent = new Recent<number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  recent.set('a', 3);
  recent.set('c', 4);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([3, undefined, 4]);
  expect(recent.list()).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
