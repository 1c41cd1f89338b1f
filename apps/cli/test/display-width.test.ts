import { expect, test } from 'vitest';
import { getDisplayWidth } from '../src/display-width.js';
import { alignColumns } from '../src/table.js';

test.each([
  ['', 0],
  ['Tea', 3],
  ['Café', 4],
  ['Cafe\u0301', 4],
  ['漢字', 4],
  ['ひらがなカー', 12],
  ['ｶﾅ', 2],
  ['Ａ、한', 6],
  ['🌱', 2],
  ['👩‍👩‍👧‍👦', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['©', 1],
  ['שלום', 4],
  ['a\u200bb', 2],
] as const)('getDisplayWidth of %j is %i', (text, width) => {
  expect(getDisplayWidth(text)).toBe(width);
});

test('a table aligns the columns behind wide and combined characters', () => {
  expect(
    alignColumns([
      ['漢字', 'x'],
      ['Cafe\u0301', 'x'],
      ['🌱🌱', 'x'],
      ['Tea', 'x'],
    ]),
  ).toEqual(['漢字  x', 'Cafe\u0301  x', '🌱🌱  x', 'Tea   x']);
});

test('a table with a largest width aligns columns behind the narrower cells only', () => {
  const rows = [
    ['a', 'long value', 'x'],
    ['b', 'two', 'x'],
    ['c', 'three', 'x'],
  ];
  expect(alignColumns(rows, 5)).toEqual(['a  long value  x', 'b  two    x', 'c  three  x']);
});
