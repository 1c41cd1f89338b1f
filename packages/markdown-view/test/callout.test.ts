import { expect, test } from 'vitest';
import { renderPage, type SafeNode } from '../src/index.js';

/** Abbreviates nodes: text in quotes, elements as `tag(…)`. */
function short(node: SafeNode): string {
  return typeof node === 'string' ? JSON.stringify(node) : `${node.tag}(${node.children.map(short).join(' ')})`;
}
const page = (body: string) => renderPage(body).map(short).join(' ');

test.each([
  ['> [!note] A *b* `c` [[d]]\n> text', 'section(p("A " em("b") " " code("c") " " a("d")) p("text"))'],
  ['> [!note]- A **b**\n>\n> text', 'details(summary("A " strong("b")) p("text"))'],
  ['> [!tip]+ [a](https://example.org)', 'details(summary(a("a")))'],
  ['> [!tip]\n> text', 'section(p(span("tip")) p("text"))'],
  ['> [!tip]  \n> text', 'section(p(span("tip")) p("text"))'],
  ['> [!note] A  \n> text', 'section(p("A") p("text"))'],
  ['> [!note] [a\n> b](c) d\n> text', 'section(p(a("a\\nb") " d") p("text"))'],
  ['> [!note](Hidden/Umbra.md) d', 'blockquote(p(a("!note") " d"))'],
  ['> [!note]: Hidden/Umbra.md', 'blockquote()'],
])('renderPage renders the title of the callout %j as inline Markdown', (body, expected) => {
  expect(page(body)).toBe(expected);
});

test('a marker after the title of a callout is the anchor of the title', () => {
  const [callout] = renderPage('> [!note] A ^mark');
  expect(typeof callout === 'object' && callout.children).toMatchObject([
    { attributes: { 'data-anchor': '^mark' }, children: ['A'] },
  ]);
});
