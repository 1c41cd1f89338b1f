import { readFrontMatter } from '@notes/note-formats/front-matter';
import { describe, expect, test } from 'vitest';
import { NOTE_RULES } from '../../src/exchange/import/note-rules.js';

const read = (yaml: string) => readFrontMatter(`---\n${yaml}\n---\nText\n`, { rules: NOTE_RULES });

describe('readFrontMatter with the rules of a library', () => {
  test.each([
    ['title: " "', undefined],
    [`id: doc_${'0'.repeat(22)}\ntitle: ""`, ''],
  ])('reads the title of %j', (yaml, title) => {
    expect(read(yaml).title).toBe(title);
  });

  test('reads tags as the library stores them', () => {
    expect(read('tags: [" a / b ", a, a, A]')).toEqual({ tags: ['a/b', 'a', 'A'], warnings: [] });
  });

  test.each([
    ['tags: [a//b, ok]', ['ok'], 'tag "a//b" must not have an empty segment'],
    [
      'tags: [.., ok]',
      ['ok'],
      'tag ".." must not be "." or "..", which HTTP clients remove from addresses. Choose another name',
    ],
    ['tags: ["# #z", "#ok"]', ['ok'], 'tag " #z" must not begin with "#", which only marks a tag. Leave it out'],
    [`tags: [${'x'.repeat(256)}]`, [], `tag "${'x'.repeat(60)}…" must be at most 255 bytes`],
  ])('warns about %j', (yaml, tags, warning) => {
    expect(read(yaml)).toEqual({ tags, warnings: [warning] });
  });

  test('keeps a hundred tags', () => {
    const { tags, warnings } = read(`tags: [${Array.from({ length: 150 }, (_, index) => `t${index}`)}]`);
    expect(tags).toHaveLength(100);
    expect(warnings).toEqual(['tags: only the first 100 are kept']);
  });
});
