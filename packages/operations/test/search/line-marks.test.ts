import { expect, it } from 'vitest';
import { removeLineMarks } from '../../src/notes/search/line-marks.js';

it.each([
  ['- one\n  * two\n\t+ three - four', 'one\ntwo\nthree - four'],
  ['1. one\n20) [ ] two\n- [x] three', 'one\ntwo\nthree'],
  ['> quoted\n>> twice\n5 > 3', 'quoted\ntwice\n5 > 3'],
  ['> [!note]- Title\n> text', 'Title\ntext'],
  ['[!note] stays', '[!note] stays'],
  ['a\r\n---\r\nb\n* * *\nc\n===', 'a\n\nb\n\nc\n'],
  ['| a | b |\n|:-:|---|\n| c \\| d | e |\n\nf | g', '  a   b  \n\n  c \\| d   e  \n\nf | g'],
  ['a | b\n- | -\nc | d', 'a   b\n\nc   d'],
  ['```yaml\n- one\n```\n- two', '```yaml\n- one\n```\ntwo'],
  ['# Title\n**bold** -5 2026', '# Title\n**bold** -5 2026'],
])('removeLineMarks turns %j into %j', (piece, text) => {
  expect(removeLineMarks(piece, true)).toBe(text);
});

it('removeLineMarks leaves the rest of a longer line as it is', () => {
  expect(removeLineMarks('- one\n- two', false)).toBe('- one\ntwo');
});
