import { expect, test } from 'vitest';
import { besideTitle } from './excerpt.js';

test('a heading that says what the title says is left out', () => {
  const row = { title: 'tar', excerpt: '# tar > Pack files. More', highlights: [[2, 5] as const, [8, 12] as const] };
  expect(besideTitle(row)).toEqual({ excerpt: 'Pack files. More', highlights: [[0, 4]] });
});

test.each(['tar packs files', '# tarball', '## Other', ''])('%j is told as it is unless it begins so', (excerpt) => {
  const shown = besideTitle({ title: 'Tar', excerpt, highlights: [] });
  expect(shown.excerpt).toBe(excerpt);
});
