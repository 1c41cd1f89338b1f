import { expect, test } from 'vitest';
import { bytes, counted, moment, words } from './format.js';

test('sizes are shown in the unit that suits them', () => {
  expect([0, 999, 1_000, 1_500_000, 3e15].map(bytes)).toEqual(['0 B', '999 B', '1 kB', '1.5 MB', '3,000 TB']);
});

test('one of a thing is told in the singular', () => {
  expect([0, 1, 1_200].map((count) => counted(count, 'note'))).toEqual(['0 notes', '1 note', '1,200 notes']);
  expect(counted(2, 'child', 'children')).toBe('2 children');
});

test('codes become words, and never a dash', () => {
  expect(words('broken_document_link')).toBe('Broken document link');
  expect(moment(null)).toBe('—');
});
