import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BOUNDS, type BoundedList, findAnchor, parseMarkdown } from '../src/index.js';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const blocks = (body: string) => parseMarkdown(body).blocks;
const ids = (body: string) => blocks(body).map(({ id }) => id);
const slices = (body: string) =>
  blocks(body).map(({ startByte, endByte }) => Buffer.from(body).subarray(startByte, endByte).toString());

describe('ids and hashes', () => {
  test('are computed from kind and text, white space collapsed', () => {
    const [block] = blocks('Some  *text*\n\tof it. \n');
    const contentHash = hash('paragraph\nSome *text* of it.');
    expect(block).toEqual({
      ...{ id: `blk_${contentHash.slice(0, 16)}`, kind: 'paragraph', level: null, marker: null, contentHash },
      ...{ line: 1, startByte: 0, endByte: 21 },
    });
  });

  test.each([
    ['a heading without its marks', '## A *b* ##\n', 'heading\nA *b*'],
    ['a heading that ends with a mark', '# C#\n', 'heading\nC#'],
    ['a quote with a lazy line', '> a\n    > b\n', 'quote\na > b'],
    ['an underlined heading without its line', 'A\nb\n===\n', 'heading\nA b'],
    [
      'a list item without its mark and the items in it',
      '10. [x] a\n    b\n    - c\n\n    d\n',
      'list_item\n[x] a b d',
    ],
    ['a quote without its marks', '> a\n> b\nc\n>\n> <i>\n', 'quote\na b c <i>'],
    ['a callout', '> [!note] a\n> b\n', 'callout\n[!note] a b'],
    ['a footnote without its label', '[^x]: a\n    b\n', 'footnote\na b'],
    ['code with its fences', '```js\na\n```\n', 'code\n```js a ```'],
    ['code in a quote without the marks', '> ```js\n> a\n', 'code\n```js a', 1],
    ['a table', '| a |\n|---|\n', 'table\n| a | |---|'],
    ['an item without text', '- # a\n', 'list_item\n'],
    ['a paragraph without the definitions before it', '[a]: b\nc\n', 'paragraph\nc'],
  ])('of %s', (_, body, text, index = 0) => expect(blocks(body)[index]!.contentHash).toBe(hash(text)));

  test('use the hash function of the caller', () => {
    const hashed: string[] = [];
    const sha256 = (text: string) => {
      hashed.push(text);
      return hash(text);
    };
    const body = '# A\n\n- [ ] b é\n- c\n';
    expect(parseMarkdown(body, { sha256 }).blocks).toEqual(blocks(body));
    expect(hashed).toEqual(['heading\nA', 'list_item\n[ ] b é', 'list_item\nc']);
    expect(parseMarkdown(body, { sha256: () => 'f'.repeat(64) }).tasks[0]?.blockId).toBe(`blk_${'f'.repeat(16)}`);
  });

  test('of repeats are numbered in document order', () => {
    const [first, second, third] = ids('a\n\n- a\n\na\n\n*a*\n\na\n').filter((id) => id.startsWith(ids('a')[0]!));
    expect([second, third]).toEqual([`${first}-2`, `${first}-3`]);
  });
});

describe('markers', () => {
  test.each([
    ['end the text of a block', 'a ^m\n', ['^m'], 'paragraph\na'],
    ['stand on a line of their own', 'a\n^m\n', ['^m'], 'paragraph\na'],
    ['of headings', '# a ^m-1\n', ['^m-1'], 'heading\na'],
    ['of items end their own text', '- a ^m\n  - b ^n\n', ['^m', '^n'], 'list_item\na'],
    ['of quotes end their text', '> a\n>\n> b ^m\n', ['^m'], 'quote\na b'],
    ['alone name the block before', '| a |\n|---|\n\n^m\n', ['^m'], 'table\n| a | |---|'],
    ['alone name the last item of a list', '- a\n- b\n\n^m\n', [ids('- a')[0]!, '^m'], 'list_item\na'],
    ['alone in an item name the item', '- a\n\n  ^m\n', ['^m'], 'list_item\na'],
    ['alone in an item name the block before', '- a\n\n  ***\n\n  ^m\n', [ids('- a')[0]!, '^m'], 'list_item\na'],
  ])('%s', (_, body, expected, text) => {
    const found = blocks(body);
    expect(found.map(({ id }) => id)).toEqual(expected);
    expect(found[0]!.contentHash).toBe(hash(text));
  });

  test('belong to the first block that uses them; later uses are text', () => {
    const [first, second] = blocks('a ^m\n\nb ^m\n\n^m\n');
    expect([first!.marker, second!.marker]).toEqual(['m', null]);
    expect(second!.contentHash).toBe(hash('paragraph\nb ^m'));
    expect(blocks('a ^m\n\n^m\n')).toHaveLength(2);
  });

  test.each([
    ['alone name nothing without a block before them in their container', '> ***\n\n> ^m\n', null],
    ['alone name the block before them if the container has no text', '- ***\n\n  ^m\n', 'm'],
    ['alone do not name a block that already has a marker', '*** a ^n\n\n^m\n', 'n'],
  ])('%s', (_, body, marker) => {
    const { blocks: found } = parseMarkdown(body);
    expect(found.map((block) => block.marker).filter((name) => name !== null)).toEqual(marker === null ? [] : [marker]);
  });

  test.each(['a^m', 'a ^m.', 'a ^', 'a ^m n', '`^m` a', '^m', '- ^m', '# ^m', '```\na ^m\n```'])(
    'are not found in %j',
    (body) => {
      expect(blocks(body)[0]!.marker).toBeNull();
    },
  );
});

describe('ranges', () => {
  test('extend from the first mark to the end of the last line', () => {
    const body = '\ufeff  # é\r\n\r\n- a\r\n  - b\r\n\r\n> c\r\n>\r\nd\r\n';
    expect(slices(body)).toEqual(['# é', '- a\r\n  - b', '- b', '> c\r\n>', 'd']);
  });

  test('include the indentation of code, and no blank lines after containers', () => {
    expect(slices('-     a\n\n      b\n\n\nc')).toEqual(['-     a\n\n      b', '    a\n\n      b', 'c']);
  });

  test('of items include the definitions and unclosed code in them', () => {
    expect(slices('- a\n\n  [b]: c\n')).toEqual(['- a\n\n  [b]: c']);
    expect(slices('> ```\n> a\n>\n')).toEqual(['> ```\n> a\n>', '```\n> a\n>']);
  });
});

describe('headings', () => {
  const headings = (body: string) => parseMarkdown(body).headings;

  test('have plain text and anchors like those of GitHub', () => {
    const found = headings('# A *b* `c_d` [e](f)\n\n> ## Ünï-Code, 漢字! 😀 x\n\nA b\nc\n---\n');
    expect(found.map(({ level, text, slug }) => [level, text, slug])).toEqual([
      [1, 'A b c_d e', 'a-b-c_d-e'],
      [2, 'Ünï-Code, 漢字! 😀 x', 'ünï-code-漢字--x'],
      [2, 'A b c', 'a-b-c'],
    ]);
    expect(found.map(({ line, startByte }) => [line, startByte])).toEqual([
      [1, 0],
      [3, 24],
      [5, 55],
    ]);
  });

  test('that repeat get numbered anchors that no other heading has', () => {
    expect(headings('# a\n# a\n# a-1\n# a\n#\n#\n').map(({ slug }) => slug)).toEqual([
      'a',
      'a-1',
      'a-1-1',
      'a-2',
      '',
      '-1',
    ]);
  });
});

describe('anchors', () => {
  const note = parseMarkdown('# Some *Heading*\n\ntext ^mark\n\n## Caf\u00e9\n\nmore\n');

  test('lead to blocks', () => {
    const [heading, marked, cafe, more] = note.blocks.map(({ id }) => id);
    expect(new Map(note.anchors)).toEqual(
      new Map([
        ['some-heading', heading],
        ['café', cafe],
        ...[heading, marked, cafe, more].map((id) => [id, id] as const),
      ]),
    );
  });

  test.each([
    ['some-heading', 'some-heading'],
    ['Some Heading', 'some-heading'],
    ['Some Heading#Café', 'café'],
    ['^mark', '^mark'],
    ['Some Heading#^mark', '^mark'],
    ['^other', undefined],
    ['mark', undefined],
    ['other', undefined],
  ])('%j resolves to %j', (written, meant) => expect(findAnchor(note.anchors, written)).toBe(meant));

  test.each([
    ['Réunion : notes', 'Réunion notes', 'réunion--notes'],
    ['10:30 Start', '10 30 Start', '1030-start'],
    ['A | B', 'A B', 'a--b'],
    ['A | B', 'C', undefined],
    ['😀 !', '🎉', undefined],
    ['mark', '^m-ark', undefined],
  ])('the heading %j is found by the words %j of a wikilink as %j', (heading, written, meant) => {
    const { anchors } = parseMarkdown(`# ${heading}\n`);
    expect(findAnchor(anchors, written)).toBe(meant);
  });

  test('the first of several headings with the same letters is meant, unless one is named exactly', () => {
    const { anchors } = parseMarkdown('# a : b\n\n# a b\n\n# ab\n');
    expect(['a  b', 'a b', 'AB', 'a-_b', 'a: b', 'a   b'].map((written) => findAnchor(anchors, written))).toEqual([
      'a--b',
      'a-b',
      'ab',
      undefined,
      'a-b',
      'a--b',
    ]);
  });
});

describe('BOUNDS limit the lists of a note', () => {
  const task = '- [ ] a\n';
  test.each<[part: string, times: number, cut: BoundedList[]]>([
    [`${task}[[b]]\n`, BOUNDS.tasks, []],
    [`${task}[[b]]\n`, BOUNDS.tasks + 1, ['tasks', 'links']],
    [task, BOUNDS.tasks + 1, ['tasks']],
    ['[[a]] ', BOUNDS.links, []],
    ['[[a]] ', BOUNDS.links + 1, ['links']],
    ['# a\n', BOUNDS.headings, []],
    ['# a\n', BOUNDS.headings + 1, ['headings']],
    ['***\n', BOUNDS.blocks, []],
    ['***\n', BOUNDS.blocks + 1, ['blocks']],
  ])('%j %i times truncates %j', (part, times, cut) => {
    const note = parseMarkdown(part.repeat(times));
    expect([...note.truncated]).toEqual(cut);
    for (const list of cut) expect(note[list]).toHaveLength(BOUNDS[list]);
  });

  test('headings and tasks after the last listed block are not listed', () => {
    const note = parseMarkdown(`${'***\n'.repeat(BOUNDS.blocks)}# a\n- [x] b\n[[c]]\n`);
    expect([...note.truncated]).toEqual(['blocks', 'headings', 'tasks']);
    expect([note.headings.length, note.tasks.length, note.links.length]).toEqual([0, 0, 1]);
    expect(note.taskCounts).toEqual({ open: 0, done: 1 });
  });

  test('taskCounts counts every task', () => {
    const note = parseMarkdown('- [x] a\n- [ ] b\n  - [X] c\n'.repeat(BOUNDS.tasks));
    expect(note.taskCounts).toEqual({ open: BOUNDS.tasks, done: 2 * BOUNDS.tasks });
    expect(parseMarkdown('`- [x] a`').taskCounts).toEqual({ open: 0, done: 0 });
  });
});
