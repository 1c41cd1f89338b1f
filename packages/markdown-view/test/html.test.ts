import { expect, test } from 'vitest';
import { renderPage, type SafeNode } from '../src/index.js';

/** Abbreviates nodes: text in quotes, elements as `tag(…)`, images as `image(…)`. */
function short(node: SafeNode): string {
  if (typeof node === 'string') return JSON.stringify(node);
  const { tag, attributes, children } = node;
  if (attributes['data-part'] === 'image') return `image(${attributes['data-to']}, ${attributes.alt})`;
  return `${tag}(${children.map(short).join(' ')})`;
}
const page = (body: string) => renderPage(body).map(short);

test('renderPage omits front matter, comments, scripts and styles', () => {
  expect(page('---\nsecret: 1\n---\ntext\n')).toEqual(['p("text")']);
  expect(page('a <!-- secret --> b\n\n<!-- secret\n\nsecret -->\n\n<?secret?>\n')).toEqual(['p("a  b")']);
  expect(page('<style>\nsecret\n</style>\n\n<script>secret</script>\n\n<div><svg>secret</svg>shown</div>')).toEqual([
    'p("shown")',
  ]);
});

test('renderPage keeps images, line breaks, listed elements and text of HTML', () => {
  const image = '<img class="x" src="resource://default/resources/res_1" alt="A &amp; B" onerror="x()">';
  expect(page(`${image}\n`)).toEqual(['p(image(res_1, A & B))']);
  expect(page(`text ${image} <b>bold</b><br>end`)).toEqual([
    'p("text " image(res_1, A & B) " " strong("bold") br() "end")',
  ]);
  expect(page('<table><tr><td>a<td>1 &lt; 2</table>')).toEqual(['table(tbody(tr(td("a") td("1 < 2"))))']);
  expect(page('<div title="a > b" onclick="x">')).toEqual([]);
});

const RAW = [
  'script',
  'style',
  'svg',
  'template',
  'noscript',
  'iframe',
  'textarea',
  'title',
  'object',
  'select',
  'math',
];
test.each(RAW)('renderPage omits the content of <%s> within text', (name) => {
  const [open, close] = [`<${name} x="1">`, `</${name.toUpperCase()} >`];
  const secret = `${open}secret() https://secret.example *secret* \`secret\`${close}`;
  expect(page(`text ${secret} more`)).toEqual(['p("text  more")']);
  expect(page(`# a ${secret}`)).toEqual(['h1("a")']);
  expect(page(`*a ${secret} b* c`)).toEqual(['p(em("a  b") " c")']);
  expect(page(`*a ${open} secret* secret${close} b`)).toEqual(['p(em("a ") " b")']);
  expect(page(`a ${open} *secret${close} b* ${secret}c`)).toEqual(['p("a  b c")']);
  expect(page(`a ${open}<script>secret</script>secret${close} b [c ${secret} d](#x)`)).toHaveLength(1);
  expect(page(`a ${open}<b>secret</b>[secret](x)${close} b`)).toEqual(['p("a  b")']);
  expect(page(`a ${open}secret\nsecret\n\n- b ${open}secret\n- c`)).toEqual(['p("a")', 'ul(li("b") li("c"))']);
  expect(page(`| a ${secret} | b |\n|-|-|\n| ${open}secret | d |`).join()).toMatch(/^(?!.*secret).*"a ".*"b".*"d"/);
});

test.each(RAW)('renderPage omits the content of <%s> over several blocks', (name) => {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const blocks = ['secret *secret*', '# secret', '- secret\n- secret', '> secret', '```\nsecret\n```', '    secret'];
  const table = '| secret |\n|-|\n| secret |';
  const secret = [...blocks, table, '$$\nsecret\n$$', '[secret](https://secret.example)', '- [ ] secret'].join('\n\n');
  for (const opened of [`a ${open} secret`, `# a ${open} secret`, `- a ${open} secret`, `> a ${open} secret`])
    for (const closed of [`secret${close} b`, `# secret${close} b`, `- secret\n- secret ${close} b`, `${close}b`])
      expect(JSON.stringify(page(`${opened}\n\n${secret}\n\n${closed}\n\nc`))).toMatch(
        /^(?!.*secret).*"a\b.*\bb\b.*"c/,
      );
  expect(page(`<div>a${open}\n\nsecret\n\n${close}b</div>\n\nc`)).toEqual(['p("a")', 'p("b")', 'p("c")']);
  // A closing tag in code is plain text.
  expect(page(`a ${open} b\n\nc\n\n    ${close}\n\n\`${close}\` d`).slice(1)).toEqual([
    'p("c")',
    `pre(code(${JSON.stringify(`${close}\n`)}))`,
    `p(code("${close}") " d")`,
  ]);
});

test('renderPage renders 5,000 unclosed elements', () => {
  expect(page('a <svg> b <title>\n\n'.repeat(5_000))).toHaveLength(5_000);
});

test('a self-closing element hides nothing', () => {
  expect(page('a <svg x="1"/> b')).toEqual(['p("a  b")']);
});

test('renderPage keeps the anchors of HTML elements', () => {
  const [block] = renderPage('<a id="old-name"></a>\n') as [SafeNode];
  expect(JSON.stringify(block)).toContain('{"data-anchor":"old-name"}');
  expect(JSON.stringify(renderPage('text <a name=here>x</a>'))).toContain('{"data-anchor":"here"}');
});
