import { parseMarkdown } from '@notes/markdown-blocks';
import { expect, test } from 'vitest';
import { renderPage, type SafeNode } from '../src/index.js';

/** Links of nodes as [address, text], those of a link before those in its text. */
function listLinks(node: SafeNode): [string, string][] {
  if (typeof node === 'string') return [];
  const { tag, attributes, children } = node;
  const inner = children.flatMap(listLinks);
  const address = attributes.href ?? attributes['data-to'] ?? '';
  return tag === 'a' ? [[address, toText(children)], ...inner] : inner;
}
const toText = (nodes: readonly SafeNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : toText(node.children))).join('');

const ADDRESS = 'https://example.com/';

test.each([
  [`[a [b] c](${ADDRESS})`, [[ADDRESS, 'a [b] c']]],
  [`[f(a, [b[, c]])](${ADDRESS})`, [[ADDRESS, 'f(a, [b[, c]])']]],
  [`[a [b] c](u)\n\n[b]: ${ADDRESS}`, [[ADDRESS, 'b']]],
  [`[a [b](${ADDRESS}) c](u)`, [[ADDRESS, 'b']]],
  [`[www.example.org](${ADDRESS})`, [[ADDRESS, 'www.example.org']]],
  [`[**a@example.org** b](${ADDRESS})`, [[ADDRESS, 'a@example.org b']]],
  [`[see <https://example.org/>](${ADDRESS})`, [[ADDRESS, 'see https://example.org/']]],
  ['[a [[Plan]] b](u)', [['Plan', 'Plan']]],
])('a link contains no other link: %j', (body, expected) => {
  expect(renderPage(body).flatMap(listLinks)).toEqual(expected);
});

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['https://example.com?b=c', 'https://example.com/?b=c'],
  ['http://localhost:3000/', 'http://localhost:3000/'],
  ['"https://example.com/"', ADDRESS],
  ['(https://example.com/)', ADDRESS],
  ['https://example.com/, and', ADDRESS],
  ['*https://example.com/*', ADDRESS],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['www.example.com', 'http://www.example.com/'],
  ['Www.example.com.', 'http://www.example.com/'],
  ['a.b_c@example.com', 'mailto:a.b_c@example.com'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['x/a@example.com', null],
  ['awww.example.com', null],
  ['https://a..b', null],
  ['[ ] https://example.com/', ADDRESS],
])('the reading view links the address in %j as the list of links has it', (body, address) => {
  const expected = address === null ? [] : [address];
  expect(
    renderPage(body)
      .flatMap(listLinks)
      .map(([to]) => to),
  ).toEqual(expected);
  const listed = parseMarkdown(body).links.map(
    ({ target, anchor }) => `${target}${anchor === null ? '' : `#${anchor}`}`,
  );
  expect(listed.map((target) => new URL(target).href)).toEqual(expected);
});

test('renderPage reads a note behind its byte order mark', () => {
  const [first] = renderPage('\uFEFF# Title\n');
  expect(first).toMatchObject({ tag: 'h1', children: ['Title'] });
});
