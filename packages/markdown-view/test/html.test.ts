import { expect, test } from 'vitest';
import { renderPage, type SafeNode } from '../src/index.js';

/** Nodes in short: text in quotes, elements as `tag(…)`, images as `image(…)`. */
function short(node: SafeNode): string {
  if (typeof node === 'string') return JSON.stringify(node);
  const { tag, attributes, children } = node;
  if (attributes['data-part'] === 'image') return `image(${attributes['data-to']}, ${attributes.alt})`;
  return `${tag}(${children.map(short).join(' ')})`;
}
const page = (body: string) => renderPage(body).map(short);

test('a page leaves out front matter, comments, scripts and styles', () => {
  expect(page('---\nsecret: 1\n---\ntext\n')).toEqual(['p("text")']);
  expect(page('a <!-- secret --> b\n\n<!-- secret\n\nsecret -->\n\n<?secret?>\n')).toEqual(['p("a  b")']);
  expect(page('<style>\nsecret\n</style>\n\n<script>secret</script>\n\n<div><svg>secret</svg>shown</div>')).toEqual([
    'p("shown")',
  ]);
});

test('of HTML a page has images, line breaks and text, in paragraphs', () => {
  const image = '<img class="x" src="resource://default/resources/res_1" alt="A &amp; B" onerror="x()">';
  expect(page(`${image}\n`)).toEqual(['p(image(res_1, A & B))']);
  expect(page(`text ${image} <b>bold</b><br>end`)).toEqual(['p("text " image(res_1, A & B) " bold" br() "end")']);
  expect(page('<table><tr><td>a<td>1 &lt; 2</table>')).toEqual(['div(p("a") p("1 < 2"))']);
  expect(page('<div title="a > b" onclick="x">')).toEqual([]);
});

test('places that links lead to stay', () => {
  const [block] = renderPage('<a id="old-name"></a>\n') as [SafeNode];
  expect(JSON.stringify(block)).toContain('{"data-anchor":"old-name"}');
  expect(JSON.stringify(renderPage('text <a name=here>x</a>'))).toContain('{"data-anchor":"here"}');
});
