import { parseMarkdown } from '@notes/markdown-blocks';
import { expect, test } from 'vitest';
import { renderNote, renderPage, type SafeNode } from '../src/index.js';

/** Abbreviates nodes: text in quotes, elements as `tag(…)`. */
const short = (node: SafeNode): string =>
  typeof node === 'string' ? JSON.stringify(node) : `${node.tag}(${node.children.map(short).join(' ')})`;
const page = (body: string) => renderPage(body).map(short);

test('bullets behind a tab directly under a heading are a list, as in the list of blocks', () => {
  const body = '## Usage\n\t- one [[A]]\n\t\t- two\n\t  still one\n\n\t- three\n';
  expect(page(body)).toEqual(['h2("Usage")', 'ul(li(p("one " a("A")) ul(li("two\\nstill one"))) li(p("three")))']);
  expect(page('- ## A\n\t- b\n> # C\n> \t- d\n')).toEqual([
    'ul(li(h2("A") ul(li("b"))))',
    'blockquote(h1("C") ul(li("d")))',
  ]);
  expect(renderNote(body).map(({ line }) => line)).toEqual([1, 2]);
});

test.each([
  '# A\n    - code\n',
  '# A\n\n\t- code\n',
  'text\n\n\t- code\n',
  '# A\n- a\n# B\n\n\t- code\n',
  '# A\n\tcode\n',
  '# A\n\tcode\n\t- code\n',
])('code of the list of blocks is displayed as code: %j', (body) => {
  expect(parseMarkdown(body).blocks.at(-1)?.kind).toBe('code');
  expect(page(body).at(-1)).toMatch(/^pre\(/);
});

test.each(['- [ ]\n', '- [x]\n- [ ] a\n', '1. [X]\n', '- [ ]\n  a\n', '- [ ]a\n', '- a\n  [ ]\n', '[ ]\n'])(
  'the boxes of %j are the tasks of the note',
  (body) => {
    const boxes =
      page(body)
        .join('')
        .match(/input\(/g) ?? [];
    expect(boxes).toHaveLength(parseMarkdown(body).tasks.length);
  },
);

test('a heading has the anchor of its name, which is not displayed', () => {
  const body = '# The *plan* ^plan\n';
  const [heading] = renderNote(body);
  expect(heading?.anchors).toEqual(['the-plan', '^plan']);
  expect(heading?.text.trim()).toBe('The plan');
  expect([...parseMarkdown(body).anchors.keys()].sort()).toEqual(['^plan', 'the-plan']);
});

test('an underlined heading in a quote ends before the mark of the next line', () => {
  expect(page('> A\n> ---\n> b\n')).toEqual(['blockquote(h2("A") p("b"))']);
  expect(page('> > A\n> > B\n> > ===\n')).toEqual(['blockquote(blockquote(h1("A\\nB")))']);
});

test.each([
  ['- a\n\t-\n', 'ul(li(h2("a")))', ['a']],
  ['- a\n  - b\n    -\n', 'ul(li("a" ul(li(h2("b")))))', ['b']],
  ['> - a\n>   -\n', 'blockquote(ul(li(h2("a"))))', ['a']],
  ['- a\n  *\n  b\n', 'ul(li("a\\n*\\nb"))', []],
  ['1. a\n   2. b\n', 'ol(li("a\\n2. b"))', []],
  ['- a\n-\n- b\n', 'ul(li("a") li() li("b"))', []],
  ['- a\n  - b\n  -\n', 'ul(li("a" ul(li("b") li())))', []],
  ['- > a\n  -\n', 'ul(li(blockquote(p("a")) ul(li())))', []],
  ['> a\n2. b\n', 'blockquote(p("a")) ol(li("b"))', []],
])('an empty item, or one of another number, does not interrupt a paragraph: %j', (body, rendered, headings) => {
  expect(page(body).join(' ')).toBe(rendered);
  expect(parseMarkdown(body).headings.map(({ text }) => text)).toEqual(headings);
});

test.each([
  ['| a |\n| - |\n| b |\n-\n', 'ul(li())'],
  ['| a |\n| - |\n| b |\n*\n', 'ul(li())'],
  ['| a |\n| - |\n| b |\n2. x\n', 'ol(li("x"))'],
  ['- | a |\n  | - |\n  | b |\n  -\n', 'ul(li())'],
])('an empty item, or one of another number, ends a table: %j', (body, item) => {
  expect(page(body).join(' ')).toMatch(/table\(/);
  expect(page(body).join(' ')).toContain(item);
  expect(parseMarkdown(body).headings).toEqual([]);
});

test('the description of an image without an address is displayed as text', () => {
  expect(page('![a **b**](c d.png)\n')).toEqual(['p("![a " strong("b") "](c d.png)")']);
});

test('headings of the outline have no marks of highlights', () => {
  const headings = ['# ==A==', '# a ==b c== d', '# a == b', '# x===y===', '# `==a==`'];
  const { headings: outline } = parseMarkdown(headings.join('\n\n'));
  expect(outline.map(({ text }) => text)).toEqual(['A', 'a b c d', 'a == b', 'x===y===', '==a==']);
});
