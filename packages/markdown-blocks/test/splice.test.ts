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

test('splice applies insertions at one offset in the given order', () => {
  const edits = ['x', 'y'].map((text) => ({ start: 1, end: 1, text }));
  expect(splice('ab', edits)).toBe('axyb');
});

test.each([
  [3, 1],
  [-1, 2],
  [0, 7],
  [0.5, 2],
  [Number.NaN, 2],
])('splice throws RangeError for the range %d to %d of six units', (start, end) => {
  expect(() => splice('abcdef', [{ start, end, text: '' }])).toThrow(RangeError);
});
