import { expect, test } from 'vitest';
import { withMatchVisible, withoutTitle } from './excerpt.js';

test('withoutTitle removes a heading that repeats the title', () => {
  const row = { title: 'tar', excerpt: '# tar > Pack files. More', highlights: [[2, 5] as const, [8, 12] as const] };
  expect(withoutTitle(row)).toEqual({ excerpt: 'Pack files. More', highlights: [[0, 4]] });
});

test.each([
  ['# tar ## Use --- Pack files', 'Use --- Pack files'],
  ['# tar === Pack files', 'Pack files'],
  ['# tar - [ ] one - two', '- [ ] one - two'],
  ['# tar **Pack** #files', '**Pack** #files'],
])('withoutTitle leaves the marks of the text behind the heading in %j', (excerpt, result) => {
  expect(withoutTitle({ title: 'tar', excerpt, highlights: [] }).excerpt).toBe(result);
});

test.each(['tar packs files', '# tarball', '## Other', ''])('withoutTitle leaves %j unchanged', (excerpt) => {
  const result = withoutTitle({ title: 'Tar', excerpt, highlights: [] });
  expect(result.excerpt).toBe(excerpt);
});

test('withMatchVisible cuts whole words so that the match is near the start', () => {
  const excerpt = 'Display filesystems but exclude the specified types such as squashfs and tmpfs';
  const [from, to] = [excerpt.indexOf('squashfs'), excerpt.indexOf(' and')];
  const result = withMatchVisible({
    excerpt,
    highlights: [
      [from, to],
      [to + 5, excerpt.length],
    ],
  });
  expect(result.excerpt).toBe('…types such as squashfs and tmpfs');
  expect(result.highlights.map(([start, end]) => result.excerpt.slice(start, end))).toEqual(['squashfs', 'tmpfs']);
});

test('withMatchVisible starts at the match in text without spaces, and leaves a visible match alone', () => {
  const excerpt = `${'\u{20000}'.repeat(30)}茶`;
  const result = withMatchVisible({ excerpt, highlights: [[60, 61]] });
  expect(result).toEqual({ excerpt: '…茶', highlights: [[1, 2]] });
  for (const highlights of [[], [[24, 30] as const]])
    expect(withMatchVisible({ excerpt, highlights })).toEqual({ excerpt, highlights });
});
