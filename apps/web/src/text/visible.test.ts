import { expect, test } from 'vitest';
import { visible } from './visible.js';

test('a name cannot hide or turn round what it says', () => {
  expect(visible('abc\u202Egpj.exe')).toBe('abc\uFFFDgpj.exe');
  expect(visible('a\u200Bb\nc\uFEFF')).toBe('a\uFFFDb\uFFFDc\uFFFD');
});

test('names in any script stay as they are', () => {
  for (const name of ['naïve', 'שלום', 'กขค', '👩‍👩‍👧', 'می‌خواهم']) expect(visible(name)).toBe(name);
});
