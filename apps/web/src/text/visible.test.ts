import { expect, test } from 'vitest';
import { visible } from './visible.js';

test('makeVisible replaces invisible characters and bidirectional controls', () => {
  expect(visible('abc\u202Egpj.exe')).toBe('abc\uFFFDgpj.exe');
  expect(visible('a\u200Bb\nc\uFEFF')).toBe('a\uFFFDb\uFFFDc\uFFFD');
});

test('makeVisible leaves names in any script unchanged', () => {
  for (const name of ['naïve', 'שלום', 'กขค', '👩‍👩‍👧', 'می‌خواهم']) expect(visible(name)).toBe(name);
});
