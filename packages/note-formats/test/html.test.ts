import { createRequire } from 'node:module';
import { expectWithin } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMarkdown } from '../src/html/convert.js';
import { decodePage } from '../src/html/decode.js';
import { getText, parseHtml } from '../src/html/tree.js';
import { DEFAULT_RULES } from '../src/index.js';

const require = createRequire(import.meta.url);
/** An independent Markdown parser. */
const reader: { render(markdown: string): string } = require('markdown-it')();

const convert = (html: string, { divsAreLines = false } = {}) =>
  toMarkdown(parseHtml(html, { selfClosing: false }), {
    divsAreLines,
    maxLength: DEFAULT_RULES.maxTextBytes,
  }).trimEnd();

describe('toMarkdown [IMPORT-HTML]', () => {
  test.each([
    ['headings', '<h1>A</h1><h6>B <i>c</i></h6><h2> </h2>', '# A\n\n###### B _c_'],
    ['paragraphs with white space collapsed', '<p> a\n  b </p>c<p>d</p>', 'a b\n\nc\n\nd'],
    ['line breaks, and paragraphs at two of them', 'a<br>b<br><br>c', 'a  \nb\n\nc'],
    ['marks with spaces moved outside', 'a<b> b </b>c <i>d</i><s>e</s> <mark>f</mark>', 'a **b** c *d*~~e~~ ==f=='],
    ['nested marks, each once', '<b>a <i>b</i> <strong>c</strong></b>', '**a _b_ c**'],
    ['emphasis within a word', 'un<i>believ</i>able', 'un*believ*able'],
    ['text without marks that would not be parsed', 'a<b>"b"</b>c', 'a"b"c'],
    ['code with enough backticks', '<code>a`b</code> <kbd>``</kbd>', '``a`b`` ``` `` ```'],
    [
      'blocks of code with their language',
      '<pre><code class="hljs language-js">a\n\n```\n</code></pre>',
      '````js\na\n\n```\n````',
    ],
    [
      'links',
      '<a href="a b(c).html">x <b>y</b></a> <a href="https://e.org/">https://e.org/</a>',
      '[x **y**](a%20b%28c%29.html) <https://e.org/>',
    ],
    [
      'empty links, anchors and scripts',
      '<a href="https://e.org"></a> <a name="x">y</a> <a href="javascript:z()">z</a>',
      '<https://e.org> y z',
    ],
    ['images', '<img src="a.png" alt="b [c]"> <a href="d"><img src="e"></a>', '![b \\[c\\]](a.png) [![](e)](d)'],
    [
      'audio, video and frames as links',
      '<video><source src="v/a.mp4"></video> <iframe src="https://e.org/x"></iframe>',
      '[a.mp4](v/a.mp4) [x](https://e.org/x)',
    ],
    [
      'nested lists',
      '<ul><li>a<ol start="3"><li>b<li>c</ol><li><p>d</p><p>e</p></ul>',
      '- a\n  3. b\n  4. c\n- d\n\n  e',
    ],
    ['numbered lists that begin with the number of their first item', '<ol><li value="5">a<li>b</ol>', '5. a\n6. b'],
    ['numbered lists with a number that Markdown refuses', '<ol start="1000000000"><li>a<li>b</ol>', '1. a\n2. b'],
    ['lists outside items', '<ul><li>a</li><ul><li>b</li></ul><li><ul><li>c</li></ul></li></ul>', '- a\n  - b\n  - c'],
    ['adjacent lists', '<ul><li>a</ul><ul><li>b</ul>', '- a\n\n* b'],
    ['tasks', '<ul><li><input type="checkbox" checked> a<li><input type="checkbox"><p>b</p></ul>', '- [x] a\n- [ ] b'],
    ['quotations', '<blockquote>a<p>b</p><blockquote>c</blockquote></blockquote>', '> a\n>\n> b\n>\n> > c'],
    [
      'tables',
      '<table><tr><th>a<th>b<tr><td>c|d<td><p>e</p><p>f</p></table>',
      '| a | b |\n| --- | --- |\n| c\\|d | e<br>f |',
    ],
    [
      'tables without a head, and cells over several columns',
      '<table><tr><td colspan=2>a<tr><td>b<td>c</table>',
      '|  |  |\n| --- | --- |\n| a |  |\n| b | c |',
    ],
    [
      'cells over several rows, which end with their section',
      '<table><thead><tr><th rowspan=3>a<th>b</thead><tr><td rowspan=2>c<td>d<td rowspan=0>e<tr><td>f<tr><td>g</table>',
      '| a | b |  |\n| --- | --- | --- |\n| c | d | e |\n|  | f |  |\n| g |  |  |',
    ],
    [
      'cells over several rows and columns',
      '<table><tr><td>a<td rowspan=2 colspan=2>b<td rowspan=2>c<tr><td>d<tr><td>e<td>f<td>g<td>h</table>',
      '|  |  |  |  |\n| --- | --- | --- | --- |\n| a | b |  | c |\n| d |  |  |  |\n| e | f | g | h |',
    ],
    [
      'the caption of a table as a paragraph before it',
      '<table><caption>a <b>b</b></caption><tr><td>c<td>d</table>',
      'a **b**\n\n|  |  |\n| --- | --- |\n| c | d |',
    ],
    [
      'tables with text between their cells as layout',
      '<table><form><tr><td>a<td>b</form><tr><td>c<td>d</table>',
      'a\n\nb\n\nc\n\nd',
    ],
    ['tables that lay out a page', '<table><tr><td><h2>a</h2><td>b</table>', '## a\n\nb'],
    ['terms and what they mean', '<dl><dt>a<dd>b</dl>', '**a**\n\n- b'],
    ['quotations within a line', 'a <q>b <i>c</i></q> d', 'a “b _c_” d'],
    ['lines across the page, which begin no front matter', '<hr>a<hr>', '***\n\na\n\n---'],
    [
      'formulas annotated with TeX',
      '<math><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></math> for $1',
      '$x_1$ for \\$1',
    ],
    ['what is high and low', 'H<sub>2</sub>O', 'H<sub>2</sub>O'],
    ['nothing of scripts and styles', '<style>a{}</style><script>b()</script><p hidden>c</p>d', 'd'],
    ['elements named as what every object has', '<constructor><p>a</p></constructor><tostring>b</tostring>', 'a\n\nb'],
  ])('%s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  test.each([
    ['# a', '\\# a'],
    ['1. a', '1\\. a'],
    ['- a', '\\- a'],
    ['> a', '\\> a'],
    ['---', '\\---'],
    [
      'a [b](c) `d` *e* _f_ &amp;lt; &lt;g> ~~h~~ ==i==',
      'a \\[b\\](c) \\`d\\` \\*e\\* \\_f\\_ \\&lt; \\<g> \\~\\~h\\~\\~ \\=\\=i\\=\\=',
    ],
    ['snake_case 2 * 3 a_', 'snake_case 2 \\* 3 a\\_'],
    ['$1 and $2', '\\$1 and \\$2'],
    ['costs $5', 'costs $5'],
    ['a ^mark', 'a \\^mark'],
    ['a %%b%% c, 5% or 6%', 'a \\%\\%b\\%\\% c, 5% or 6%'],
    ['a %<span>%b%</span>% c', 'a \\%\\%b\\%\\% c'],
    ['<b>%</b>%', '**%**%'],
  ])('escapes text that looks like Markdown: %s', (html, markdown) => {
    expect(convert(`<p>${html}</p>`)).toBe(markdown);
  });

  test('joins lines of an editor to paragraphs, which an empty line ends', () => {
    const html =
      '<div>a</div><div>b</div><div><br></div><div><input type="checkbox">c</div>d<div>e</div><ul><li>f</ul>';
    expect(convert(html, { divsAreLines: true })).toBe('a  \nb\n\n- [ ] c\n\nd  \ne\n\n- f');
    expect(convert('<div>a</div><div>b</div>')).toBe('a\n\nb');
  });

  test('keeps the text of any page', () => {
    const text = fc.stringMatching(/^[a-c 1*_`#>+=~^%|$\\[\](){}!&;:./<"'é-]{0,12}$/);
    const escaped = text.map((each) => each.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, escaped, tie('inline'), tie('block')),
      nodes: fc.array(tie('node'), { maxLength: 4 }).map((nodes) => nodes.join('')),
      inline: fc
        .tuple(fc.constantFrom('b', 'i', 's', 'a href="x"', 'span', 'em', 'strong'), tie('nodes'))
        .map(([name, inner]) => `<${name}>${inner}</${name.split(' ')[0]}>`),
      block: fc
        .tuple(fc.constantFrom('p', 'div', 'h2', 'blockquote', 'section'), tie('nodes'))
        .map(([name, inner]) => `<${name}>${inner}</${name}>`),
    }));
    const letters = (shown: string) => shown.replace(/\s+/g, '');
    fc.assert(
      fc.property(fc.array(node as fc.Arbitrary<string>, { maxLength: 5 }), (nodes) => {
        const page = parseHtml(nodes.join(''), { selfClosing: false });
        const shown = parseHtml(
          reader.render(toMarkdown(page, { divsAreLines: false, maxLength: DEFAULT_RULES.maxTextBytes })),
          { selfClosing: false },
        );
        // An empty link shows its target.
        expect(letters(getText(shown)).replaceAll('x', '')).toBe(letters(getText(page)));
      }),
      { seed: 7, numRuns: samples(150) },
    );
  });
});

describe('decodePage [IMPORT-HTML]', () => {
  const encode = (head: string) => Buffer.from(`${head}<p>caf\u00e9`, 'latin1');

  test.each([
    '<meta charset="iso-8859-1">',
    '<meta http-equiv=Content-Type content="text/html; charset=windows-1252">',
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE html>',
    "\n<?xml version='1.0' encoding='iso-8859-1' ?>",
  ])('reads the encoding that a page declares: %s', (head) => {
    expect(decodePage(encode(head))).toBe(`${head}<p>café`);
  });

  test.each(['windows-1252', 'iso-8859-1'])('reads the quotation marks and dashes of %s', (label) => {
    const head = `<meta charset="${label}">`;
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from([0x93, 0x80, 0x31, 0x96, 0x92, 0x81, 0xe4, 0x94])]);
    expect(decodePage(bytes)).toBe(`${head}“€1–’\u0081ä”`);
  });

  test.each(['', '<meta charset="utf-8">', '<p>&lt;?xml</p><?xml encoding="latin1"?>', '<meta charset="no-such">'])(
    'rejects a page in no declared encoding: %s',
    (head) => {
      expect(decodePage(encode(head))).toMatchObject({ reason: 'not_utf8' });
    },
  );
});

describe('toMarkdown of hostile HTML', () => {
  test.each([
    ['nests without end', '<div>'.repeat(100_000), 'too_deep'],
    ['nests lists without end', '<ul><li>'.repeat(5_000), 'too_deep'],
    ['is all elements', '<i></i>'.repeat(200_001), 'too_many_elements'],
  ])('%s: is refused', (_, html, reason) => {
    expect(() => convert(html)).toThrow(expect.objectContaining({ reason }));
  });

  test('produces no more text than a note can have', () => {
    const html = `${'<blockquote>'.repeat(400)}<pre>${'\n'.repeat(200_000)}</pre>`;
    expect(() => convert(html)).toThrow(expect.objectContaining({ reason: 'too_large' }));
  });

  test.each([
    ['has cells down to the end', `<table>${'<tr><td>a<td rowspan=0>b'.repeat(30_000)}</table>`],
    ['has many rows below a wide one', `<table><tr>${'<td>'.repeat(40_000)}${'<tr><td>a'.repeat(40_000)}</table>`],
  ])(
    '%s: is refused in time',
    (_, html) => {
      expectWithin(10_000, () => expect(() => convert(html)).toThrow(expect.objectContaining({ reason: 'too_large' })));
    },
    60_000,
  );

  test.each([
    ['closes what is not open', `${'<a>'.repeat(200)}${'</b>'.repeat(200_000)}x`],
    ['marks every letter', '<b>a</b><i>b</i>'.repeat(50_000)],
    ['has one long line of specials', `<p>${'*_`[]~='.repeat(100_000)}</p>`],
    ['has cells over every column', `<table>${'<tr><td colspan=99999>a'.repeat(20_000)}</table>`],
    ['has only spaces', `<p>${' \n'.repeat(500_000)}</p>`],
    ['marks far down', `${'<i>'.repeat(500)}${'a<br>'.repeat(99_000)}`],
    ['has code far down', `<pre>${'<div>'.repeat(500)}${'a<b>b</b>'.repeat(66_000)}`],
    ['has tables in tables', `${'<table><tr><td>'.repeat(150)}${'<p>a</p>'.repeat(50_000)}`],
    ['is a list of lists', `<ul>${'<ul><li>a</ul>'.repeat(66_000)}</ul>`],
    ['has only breaks', '<br>'.repeat(200_000)],
  ])(
    '%s: finishes within its time limit',
    (_, html) => {
      expectWithin(10_000, () => convert(html));
    },
    60_000,
  );
});
