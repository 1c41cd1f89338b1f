import { expect, test } from 'vitest';
import { renderPage, type SafeNode } from '../src/index.js';

/** Abbreviates nodes: text in quotes, elements as `tag(…)`. */
const short = (node: SafeNode): string =>
  typeof node === 'string' ? JSON.stringify(node) : `${node.tag}(${node.children.map(short).join(' ')})`;
const page = (body: string) => renderPage(body).map(short);

test.each([
  ['code within text', '> a `b\n> c` d\n', 'blockquote(p("a " code("b c") " d"))'],
  ['code within text of a list', '> - a `b\n>   c` d\n', 'blockquote(ul(li("a " code("b c") " d")))'],
  ['code of a nested quote', '> > `a\n> > b`\n', 'blockquote(blockquote(p(code("a b"))))'],
  ['code behind an indented line', 'a `b\n    c` d\n', 'p("a " code("b c") " d")'],
  ['a formula', '> $$\n> x\n> $$\n', 'blockquote(pre("x"))'],
  ['a formula of a nested quote', '> > $$\n> > x\n> > $$\n', 'blockquote(blockquote(pre("x")))'],
  ['a formula of a callout', '> [!tip] A\n> $$\n> x\n> $$\n', 'section(p("A") pre("x"))'],
  ['HTML', '> <b title="c\n> d">a</b>\n', 'blockquote(p(strong("a")))'],
  ['a reference', '> [a][b\n> c]\n\n[b c]: https://example.com/\n', 'blockquote(p(a("a")))'],
])('renderPage leaves the quote marks out of %s', (_name, body, expected) => {
  expect(page(body)[0]?.replace(/\\n/g, ' ')).toBe(expected);
});

test('renderPage separates the items of a quoted list as it does outside of quotes', () => {
  const loose = ['- a\n\n- b\n', '1. a\n\n2. b\n', '- a\n  - b\n\n- c\n', '- a\n\n  b\n- c\n'];
  const tight = ['- a\n- b\n', '- a\n  > b\n  >\n- c\n', '- a\n  - b\n- c\n'];
  for (const list of [...loose, ...tight]) {
    const quoted = list.replace(/^.*$/gm, (line) => `> ${line}`.trimEnd()).replace(/\n>$/, '\n');
    expect(page(quoted)).toEqual([`blockquote(${page(list).join(' ')})`]);
  }
  for (const list of loose) expect(page(list).join('')).toContain('li(p(');
  for (const list of tight) expect(page(list).join('')).not.toContain('li(p(');
});
