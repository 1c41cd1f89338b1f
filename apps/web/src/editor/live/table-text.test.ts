import { describe, expect, it } from 'vitest';
import { changeCell, decodeCell, encodeCell, formatTable } from './cell-text.js';
import { parseGrid } from './grid-paste.js';
import {
  alignColumn,
  deleteColumn,
  deleteRow,
  fillCells,
  insertColumn,
  insertRow,
  moveColumn,
  padRowTo,
  swapRows,
} from './table-text.js';

const TABLE = '| a | b |\n|:--|--:|\n|  c|d  |\n| e | f |';

describe('a change of a table leaves the other cells as they are written', () => {
  it.each([
    [
      'insert a column at the start',
      insertColumn(TABLE, 0),
      '|  | a | b |\n| --- |:--|--:|\n|  |  c|d  |\n|  | e | f |',
    ],
    ['insert a column at the end', insertColumn(TABLE, 2), '| a | b |  |\n|:--|--:| --- |\n|  c|d  |  |\n| e | f |  |'],
    ['insert a column without outer pipes', insertColumn('a|b\n-|-\nc|d', 2), '| a|b|   |\n| -|-| ---  |\n| c|d|   |'],
    ['delete a column', deleteColumn(TABLE, 0), '| b |\n|--:|\n|d  |\n| f |'],
    ['move a column', moveColumn(TABLE, 1, 0), '| b | a |\n|--:|:--|\n|d  |  c|\n| f | e |'],
    ['insert a row', insertRow(TABLE, 1), '| a | b |\n|:--|--:|\n|  |  |\n|  c|d  |\n| e | f |'],
    ['delete a row', deleteRow(TABLE, 2), '| a | b |\n|:--|--:|\n|  c|d  |'],
    ['swap rows', swapRows(TABLE, 1, 2), '| a | b |\n|:--|--:|\n| e | f |\n|  c|d  |'],
    ['centre a column', alignColumn(TABLE, 0, 'center'), '| a | b |\n|:-:|--:|\n|  c|d  |\n| e | f |'],
    ['remove an alignment', alignColumn(TABLE, 1, 'none'), '| a | b |\n|:--|---|\n|  c|d  |\n| e | f |'],
    ['add the cells a row lacks', padRowTo('| a | b |\n|-|-|\n| c |', 1, 1), '| a | b |\n|-|-|\n| c |  |'],
    ['add a cell behind a backslash', padRowTo('| a | b |\n|-|-|\n| c \\', 1, 1), '| a | b |\n|-|-|\n| c \\ |   |'],
    ['add the cells a row within a quote lacks', padRowTo('> a | b\n> -|-\n> c', 1, 1), '> a | b\n> -|-\n> | c|   |'],
  ])('%s', (_what, changed, expected) => expect(changed).toBe(expected));
});

describe('cells from a spreadsheet', () => {
  it('fill a table from a cell, which grows', () => {
    const filled = fillCells(TABLE, 2, 1, [
      ['1', '2|3'],
      ['4', 'five\nsix'],
    ]);
    expect(filled).toBe('| a | b |  |\n|:--|--:| --- |\n|  c|d  |  |\n| e | 1 | 2\\|3 |\n|  | 4 | five<br>six |');
  });

  it('become a table', () => expect(formatTable([['a', 'b'], ['c']])).toBe('| a | b |\n| --- | --- |\n| c |  |'));

  it.each([
    [
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\t"b ""x""\nc"\r\n\td',
      [
        ['a', 'b "x"\nc'],
        ['', 'd'],
      ],
    ],
    ['a\tb\nc', undefined],
    ['\tif a\n\tif b', undefined],
    ['a\nb', undefined],
  ])('are read from text: %j', (text, expected) => expect(parseGrid(text)).toEqual(expected));
});

it.each(['a', 'a|b', 'a\nb', 'a\\b', '`a|b`\n'])('the text of a cell is the same after escaping: %j', (text) => {
  expect(decodeCell(encodeCell(text))).toBe(text);
  expect(encodeCell(text)).not.toMatch(/(?<!\\)\||\n/);
});

it.each([
  ['a<br />b \\| c', 'a\nb | cd', [{ from: 13, to: 13, insert: 'd' }]],
  ['a<BR>b', 'ab', [{ from: 1, to: 5, insert: '' }]],
  ['😀', '😁', [{ from: 0, to: 2, insert: '😁' }]],
  ['ab', 'a|\nb', [{ from: 1, to: 1, insert: '\\|<br>' }]],
])('a change of a cell leaves the rest of it as it is written: %j', (written, text, changes) =>
  expect(changeCell(written, text)).toEqual(changes),
);
