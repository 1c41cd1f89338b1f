import { expect, test } from 'vitest';
import { splice } from '../src/index.js';

test('splice replaces ranges in any order and keeps the rest', () => {
  const edits = [
    { start: 6, end: 7, text: 'C' },
    { start: 0, end: 2, text: '' },
    { start: 4, end: 4, text: '+' },
  ];
  expect(splice('a, b, c, d', edits)).toBe(' b+, C, d');
  expect(splice('text', [])).toBe('text');
});

test('splice applies the first of overlapping replacements', () => {
  const edits = [
    { start: 2, end: 5, text: 'two' },
    { start: 0, end: 3, text: 'one' },
    { start: 3, end: 4, text: '-' },
  ];
  expect(splice('abcdef', edits)).toBe('one-ef');
});
