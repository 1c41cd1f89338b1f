import { expectWithin } from '@notes/tooling/expect-time';
import { describe, expect, test } from 'vitest';
import { readFrontMatter } from '../src/front-matter/index.js';
import { DEFAULT_RULES, type NoteRules } from '../src/index.js';

/** Rules with tags of trimmed segments and with note ids. */
const rules: NoteRules = {
  ...DEFAULT_RULES,
  readTag: (name) => {
    const segments = name.split('/').map((segment) => segment.trim());
    if (name.length > 255) return { problem: 'is too long' };
    return segments.includes('') ? { problem: 'has an empty segment' } : { tag: segments.join('/') };
  },
  isNoteId: (text) => text.startsWith('doc_'),
};
const read = (yaml: string) => readFrontMatter(`---\n${yaml}\n---\nText\n`, { rules });

describe('readFrontMatter', () => {
  test('returns title, tags and times', () => {
    expect(
      read(
        'title: A title\ntags: [one, two/three]\ncreated: 2024-02-03\nupdated: 2024-02-04T05:06:07+01:00\naliases: [x]',
      ),
    ).toEqual({
      title: 'A title',
      tags: ['one', 'two/three'],
      created: Date.parse('2024-02-03T00:00:00Z'),
      updated: Date.parse('2024-02-04T04:06:07Z'),
      warnings: [],
    });
  });

  test.each(['+++\ntitle = "A"\n+++\nText\n', '\ufeff+++ \r\ntitle = "A"\r\n+++\r\n', '+++\n+++'])(
    'warns that TOML as in %j is not read',
    (body) => {
      expect(readFrontMatter(body)).toEqual({
        tags: [],
        warnings: [expect.stringMatching(/^front matter: TOML .*YAML/)],
      });
    },
  );

  test.each(['+++\na = 1\n', 'Text\n+++\na = 1\n+++\n', '++++\n+++\n', ''])('reads no front matter in %j', (body) => {
    expect(readFrontMatter(body)).toEqual({ tags: [], warnings: [] });
  });

  test.each([
    ['title: " a "', ' a '],
    ["title: 'a '", 'a '],
    ['title: |\n  a\n', 'a'],
    ['title: 2024.10', '2024.10'],
    ['title: 007 # agent', '007'],
    ['title: True', 'True'],
    ['title: 12345678901234567890', '12345678901234567890'],
    ['title: !!int "0x1F"', '0x1F'],
    ['title:  \u3000a\u00a0 # b', '\u3000a\u00a0'],
    ['title: \u3000', undefined],
    ['title: " "', undefined],
    [`id: doc_${'0'.repeat(22)}\ntitle: ""`, ''],
  ])('reads the title of %j', (yaml, title) => {
    expect(read(yaml).title).toBe(title);
  });

  test('reads a time with the YAML tag of times', () => {
    expect(read('created: !!timestamp 2024-02-03 04:05:06')).toEqual({
      tags: [],
      created: Date.parse('2024-02-03T04:05:06Z'),
      warnings: [],
    });
  });

  test('returns nothing for missing or empty front matter', () => {
    for (const body of ['', 'Text', '---\nnever closed\n', '---\n---\n', '---\n# a comment\n---\n', '---\n- a\n---\n'])
      expect(readFrontMatter(body), body).toEqual({ tags: [], warnings: [] });
  });

  test.each([
    ['tags: [a, b]', ['a', 'b']],
    ['tags:\n  - a\n  - "#b"\n  - 2024', ['a', 'b', '2024']],
    ['tags: "#a, two words ,, c"', ['a', 'two words', 'c']],
    ['tags: a b\nTag: c', ['a', 'b', 'c']],
    ['tags:', []],
    ['tags: []', []],
    ['tags: [a, a, A]', ['a', 'A']],
    ['tags: [ok, null]', ['ok']],
    ['tags: [" a / b "]', ['a/b']],
    ['x: &t [a]\ntags: *t', ['a']],
    ['tags: [2024.10, 007, 1e3, True]\ntag: 1.10', ['2024.10', '007', '1e3', 'True', '1.10']],
  ])('reads the tags of %j', (yaml, tags) => {
    expect(read(yaml)).toEqual({ tags, warnings: [] });
  });

  test.each([
    ['tags: [a//b, ok]', ['ok'], 'tag "a//b" has an empty segment'],
    ['tags: [{a: 1}]', [], 'tags: ignored a tag that is not text'],
    [`tags: [${'x'.repeat(256)}]`, [], `tag "${'x'.repeat(60)}…" is too long`],
  ])('warns about %j', (yaml, tags, warning) => {
    expect(read(yaml)).toEqual({ tags, warnings: [warning] });
  });

  test.each([
    ['tags: {a: 1}', 'tags', 'tags: ignored because it is not a single value'],
    ['created: yesterday', 'created', 'created: "yesterday" is not a valid date'],
    ['Updated: {{date}}', 'updated', 'updated: ignored because it is not a single value'],
    ['title: [a]', 'title', 'title: ignored because it is not a single value'],
  ])('names the unreadable value of %j and warns about it', (yaml, key, warning) => {
    expect(read(yaml)).toEqual({ tags: [], unreadable: [key], warnings: [warning] });
  });

  const UNREAD = 'It was kept as text, and none of its values (title, tags, dates) was read';
  const QUOTE = 'Put a value with special characters, such as a colon, in quotes';

  test.each([
    ['tags: [a]\ntitle: Foo: bar', `front matter, line 3: not valid YAML. ${UNREAD}. ${QUOTE}`],
    ['title: @foo', `front matter, line 2: not valid YAML. ${UNREAD}. ${QUOTE}`],
    ['a:\n\t- x: y', `front matter, line 3: not valid YAML. ${UNREAD}. Indent with spaces instead of tabs`],
    ['a: 1\nb: [', `front matter, line 3: not valid YAML. ${UNREAD}`],
    ['a: "', `front matter, line 2: not valid YAML. ${UNREAD}`],
    ['a: !!js/function x: [', expect.stringContaining('line 2')],
    ['a: *nowhere\ntags: *nowhere', `front matter: alias *nowhere has no anchor. ${UNREAD}`],
  ])('warns about the unusable front matter %j with its line', (yaml, warning) => {
    expect(read(yaml)).toEqual({ tags: [], warnings: [warning] });
  });

  test('ignores front matter nested deeper than a hundred levels, with a warning', () => {
    const readNested = (levels: number) => read(`title: T\na: ${'['.repeat(levels)}b${']'.repeat(levels)}`);
    expect(readNested(90)).toEqual({ title: 'T', tags: [], warnings: [] });
    for (const levels of [110, 30_000])
      expect(readNested(levels)).toEqual({
        tags: [],
        warnings: [`front matter: nested deeper than 100 levels. ${UNREAD}`],
      });
  });

  test('accepts any tag and no note id without rules', () => {
    const body = '---\nid: doc_1\ntitle: " "\ntags: [a//b]\n---\nText\n';
    expect(readFrontMatter(body)).toEqual({ tags: ['a//b'], warnings: [] });
    expect(readFrontMatter(body, { rules }).exported).toEqual({ documentId: 'doc_1', bodyStart: body.indexOf('Text') });
  });

  test('keeps a hundred tags', () => {
    const { tags, warnings } = read(`tags: [${Array.from({ length: 150 }, (_, index) => `t${index}`)}]`);
    expect(tags).toHaveLength(100);
    expect(warnings).toEqual(['tags: only the first 100 are kept']);
  });

  test('handles hostile front matter within its time limit', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 12; level += 1)
      bomb.push(`k${level}: &k${level} [${Array(9).fill(level === 1 ? '*a' : `*k${level - 1}`)}]`);
    const hostile = [
      `${bomb.join('\n')}\ntags: *k11`,
      '? '.repeat(30_000),
      `tags: ${'['.repeat(30_000)}`,
      `tags: ${'{a: '.repeat(15_000)}`,
      `tags: ${'['.repeat(30_000)}a${']'.repeat(30_000)}`,
      '- '.repeat(30_000),
      'a: &b !c '.repeat(6_000),
      Array.from({ length: 350 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      `x: &a b\ntags: [${Array(10_000).fill('*a')}]`,
      `tags: "${'#'.repeat(60_000)}"`,
      `__proto__: {tags: [a]}\nconstructor: 1`,
      'x'.repeat(70_000),
    ];
    for (const yaml of hostile) {
      const what = yaml.slice(0, 30);
      expectWithin(2_000, () => expect(read(yaml).tags, what).toEqual([]), what);
    }
  });
});
