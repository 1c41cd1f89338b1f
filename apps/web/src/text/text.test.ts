import { expect, test } from 'vitest';
import { fill } from './fill.js';
import { bytes, number, plural } from './numbers.js';
import { pseudo } from './pseudo.js';
import { words } from './words.js';

test('sizes are shown in the unit that suits them', () => {
  expect([0, 999, 1_000, 1_500_000, 3e15].map(bytes)).toEqual(['0 B', '999 B', '1 kB', '1.5 MB', '3,000 TB']);
});

test('one of a thing is told in the singular', () => {
  expect([0, 1, 1_200].map((count) => plural(count, '# child', '# children'))).toEqual([
    '0 children',
    '1 child',
    '1,200 children',
  ]);
  expect(number(10_000)).toBe('10,000');
});

test('codes become words', () => {
  expect(words('broken_document_link')).toBe('Broken document link');
});

test('a text takes what it names in its place', () => {
  expect(fill('{code} of {name}.', { code: 7, name: 'x' })).toEqual(['', 7, ' of ', 'x', '.']);
});

test('the pseudo-locale leaves no plain letter but the names that are filled in', () => {
  const text = pseudo('Saved {when}, go on');
  expect(text.replace('{when}', '')).not.toMatch(/[A-Za-z]/);
  expect(text).toContain('{when}');
  expect(text.length).toBeGreaterThan('Saved {when}, go on'.length * 1.25);
});
