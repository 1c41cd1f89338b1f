import { expect, test } from 'vitest';
import { counted } from './format.js';

test('one of a thing is told in the singular', () => {
  expect([0, 1, 1_200].map((count) => counted(count, 'note'))).toEqual(['0 notes', '1 note', '1,200 notes']);
  expect(counted(2, 'child', 'children')).toBe('2 children');
});
