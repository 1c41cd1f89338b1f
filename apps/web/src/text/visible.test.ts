import { expect, test } from 'vitest';
import { makeVisible } from './visible.js';

test('makeVisible replaces invisible characters and bidirectional controls', () => {
  expect(makeVisible('abc\u202Egpj.exe')).toBe('abc\uFFFDgpj.exe');
  expect(makeVisible('a\u200Bb\nc\uFEFF')).toBe('a\uFFFDb\uFFFDc\uFFFD');
});

test('makeVisible leaves names in any script unchanged', () => {
  for (const name of ['naïve', 'שלום', 'กขค', '👩‍👩‍👧', 'می‌خواهم']) expect(makeVisible(name)).toBe(name);
});
