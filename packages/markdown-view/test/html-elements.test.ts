import { expect, test } from 'vitest';
import { renderNote, renderPage, type SafeNode } from '../src/index.js';

/** Abbreviates nodes: text in quotes, elements as `tag(…)`, attributes as `[name=value]` except line numbers. */
function short(node: SafeNode): string {
  if (typeof node === 'string') return JSON.stringify(node);
  const { tag, attributes, children } = node;
  const kept = Object.entries(attributes).filter(([name]) => name !== 'data-line');
  return `${tag}${kept.map(([name, value]) => `[${name}=${value}]`).join('')}(${children.map(short).join(' ')})`;
}
const note = (body: string) => renderNote(body).map(({ json }) => short(JSON.parse(json)));

/** Bodies and the blocks they are rendered as. */
const cases: readonly (readonly [what: string, body: string, blocks: readonly string[]])[] = [
  [
    'keys, marks and small letters within text',
    'Press <kbd>C</kbd>, H<sub>2</sub>O, x<sup>2</sup>, <mark>m</mark>, <u>u</u>, <s>s</s>, <small>f</small>',
    ['p("Press " kbd("C") ", H" sub("2") "O, x" sup("2") ", " mark("m") ", " u("u") ", " s("s") ", " small("f"))'],
  ],
  [
    'Markdown between the blocks of an element',
    '<details open>\n<summary>More</summary>\n\nA *b*\n\n- c\n\n</details>\n\nd',
    ['details[open=](summary("More") p("A " em("b")) ul(li("c")))', 'p("d")'],
  ],
  [
    'an element in a quote and in an item',
    '> <details>\n> <summary>a</summary>\n>\n> b\n>\n> </details>\n>\n> c\n\n- d\n\n  <details>\n\n  e\n\n  </details>',
    ['blockquote(details(summary("a") p("b")) p("c"))', 'ul(li(p("d") details(p("e"))))'],
  ],
  [
    'Markdown in a summary',
    '<details>\n<summary>\n\n**a**\n\n</summary>\n\nb\n\n</details>',
    ['details(summary(strong("a")) p("b"))'],
  ],
  [
    'an unclosed element up to the end of its block',
    '<details><summary>a</summary>b\n\nc',
    ['details(summary("a") p("b"))', 'p("c")'],
  ],
  ['an unclosed mark up to the end of its text', 'a <u>b\n\nc', ['p("a " u("b"))', 'p("c")']],
  ['marks that overlap', '<u>a<s>b</u>c</s>d', ['p(u("a" s("b")) "cd")']],
  [
    'the alignment of blocks',
    '<p align="center">a</p>\n\n<h1 align=right id="x">T</h1>\n\n<div align="center">\n\nb\n\n</div>\n\n<center>c</center>',
    [
      'p[class=center]("a")',
      'h1[class=end][data-anchor=x]("T")',
      'div[class=center](p("b"))',
      'div[class=center](p("c"))',
    ],
  ],
  ['no division without a look', '<div class="a">\n<section>\n\nb\n\n</section>\nc</div>', ['p("b")', 'p("c")']],
  [
    'the size of images',
    '<img src="resource://default/resources/res_1" alt="a" width="300px" height=200 align=left> <img src=a.png width="50%">',
    [
      'p(span[data-part=image][data-to=res_1][alt=a][width=300][height=200][class=beside-start]() " " ' +
        'span[data-part=embed][data-kind=title][data-to=a.png][alt=][width=50%]())',
    ],
  ],
  [
    'tables, with the tags that HTML lets one leave out',
    '<table>\n<caption>C</caption>\n<tr><th colspan=2>a<th rowspan=3000>b\n<tr><td align=right>\n\n*c*\n\n</td><td>d</table>',
    ['table(caption("C") tbody(tr(th[colspan=2]("a") th("b")) tr(td[class=end](p(em("c"))) td("d"))))'],
  ],
  [
    'lists and definitions',
    '<ul><li>a<li>b<ol start=3><li>c</ol></ul><dl><dt>d<dd>e</dl>',
    ['ul(li("a") li("b" ol[start=3](li("c"))))', 'dl(dt("d") dd("e"))'],
  ],
  [
    'lists in the cells of a table',
    '| a<br>b | <ul><li>c</li></ul> |\n|-|-|',
    ['table(thead(tr(th("a" br() "b") th(ul(li("c"))))))'],
  ],
  ['cells and items outside tables and lists as text', '<td>a</td><li>b</li>', ['p("a")', 'p("b")']],
  [
    'links by the rules of links',
    '<a href="https://e.org/" title="t" target=x>a</a> <a href="javascript:x">b</a> <a href="#c">c</a> <a>d</a>',
    [
      'p(a[href=https://e.org/][title=t]("a") " " span[class=dead-link]("b") " " a[data-kind=self][data-to=][data-at=c]("c") " d")',
    ],
  ],
  [
    'abbreviations with their titles, and no other attribute',
    '<abbr title="x" style="a" onclick=b class=c>a</abbr>',
    ['p(abbr[title=x]("a"))'],
  ],
  ['preformatted text', '<pre>\na  b\n <b>c</b>\n</pre>', ['pre("a  b\\n " strong("c") "\\n")']],
  [
    'the text of elements that are not listed',
    '<font color=red>a</font> <my-box x=1>b</my-box> <T>c</T>',
    ['p("a b c")'],
  ],
  ['placeholders and types that look like tags', 'Vec<T>, <your-name> and </x>', ['p("Vec<T>, <your-name> and </x>")']],
  ['no comments', 'a %%b%% c <!-- d -->e\n\n%%\n\nf\n\n%%\n\n`%%g%%`', ['p("a  c e")', 'p(code("%%g%%"))']],
  [
    'comments that are not closed, as text',
    'a %% b\n\n<!-- c\n\nd',
    ['p("a %% b")', 'pre[class=raw]("<!-- c\\n\\nd")'],
  ],
  [
    'the box of a task beside its text in a loose list',
    '- [ ] a\n\n- b',
    ['ul(li[class=prose-task](p(input[type=checkbox][data-part=task][disabled=]() "a")) li(p("b")))'],
  ],
];

test.each(cases)('renderNote shows %s', (_what, body, blocks) => {
  expect(note(body)).toEqual(blocks);
});

test.each(cases.filter(([what]) => !what.includes('not closed')))('renderPage shows %s', (_what, body, blocks) => {
  expect(renderPage(body).map(short)).toEqual(blocks);
});

test.each([
  ['![a|300](a.png)', 'span[data-part=embed][data-kind=title][data-to=a.png][alt=a][width=300]()'],
  [
    '![a *b*|30x20](a.png "t")',
    'span[data-part=embed][data-kind=title][data-to=a.png][alt=a b][title=t][width=30][height=20]()',
  ],
  ['![|300](https://e.org/a.png)', 'span[data-part=remote-image][data-to=https://e.org/a.png][alt=][width=300]()'],
  ['![300](a.png)', 'span[data-part=embed][data-kind=title][data-to=a.png][alt=300]()'],
  ['![a|b](a.png)', 'span[data-part=embed][data-kind=title][data-to=a.png][alt=a|b]()'],
  ['![[a.png|300]]', 'span[data-kind=title][data-to=a.png][data-part=embed][alt=a.png][width=300]()'],
  ['![[a.png|b|300x20]]', 'span[data-kind=title][data-to=a.png][data-part=embed][alt=b][width=300][height=20]()'],
  ['![[a|b]]', 'span[data-kind=title][data-to=a][data-part=embed][alt=b]()'],
  ['![[2024]]', 'span[data-kind=title][data-to=2024][data-part=embed][alt=2024]()'],
])('the size in %s is the size of the image', (body, image) => {
  expect(renderPage(body).map(short)).toEqual([`p(${image})`]);
});

const back = (at: string) => `a[data-part=footnote-back][data-kind=self][data-to=][data-at=footnote-reference-${at}]()`;
const reference = (number: number, at: string) =>
  `sup[data-anchor=footnote-reference-${at}](a[data-kind=self][data-to=][data-at=footnote-${number}]("${number}"))`;

test('inline footnotes are numbered with the others, and each reference has a link back', () => {
  const body = 'a^[b *c* [d](#e)] f[^g] h[^g]\n\n[^g]: i\n';
  expect(renderPage(body).map(short)).toEqual([
    `p("a" ${reference(1, '1')} " f" ${reference(2, '2')} " h" ${reference(2, '2-2')})`,
    'section[class=footnotes][data-part=footnotes](ol(' +
      `li[data-anchor=footnote-1](p("b " em("c") " " a[data-kind=self][data-to=][data-at=e]("d") " " ${back('1')})) ` +
      `li[data-anchor=footnote-2](p("i" " " ${back('2')} " " ${back('2-2')} sup("2")))))`,
  ]);
});

test.each(['a^[b](c.md)', 'a^[b][c]', 'a^[]', 'a^[b', '`^[b]`', 'a\\^[b]'])('%s is no footnote', (body) => {
  expect(renderPage(body).map(short).join()).not.toContain('footnote');
});

test('tasks within an element have their lines, counted from the first line of the element', () => {
  const [before, details] = renderNote('a\n\n<details>\n\n- [ ] b\n\n</details>\n');
  expect(before?.line).toBe(1);
  expect(details?.line).toBe(3);
  expect(details?.json).toContain('"data-line":"2"');
});

test('a foldable element of any length becomes parts that are not folded, whose tasks keep their lines', () => {
  const body = `<details>\n<summary>a</summary>\n\n${'- [ ] b\n\ntext\n\n'.repeat(20_000)}</details>\n`;
  const blocks = renderNote(body);
  expect(blocks.length).toBeGreaterThan(50);
  expect(Math.max(...blocks.map(({ json }) => json.length))).toBeLessThan(60_000);
  const lines = blocks.flatMap(({ line, json }) =>
    [...json.matchAll(/"data-line":"(\d+)"/g)].map(([, offset]) => line + Number(offset)),
  );
  expect(lines).toEqual(Array.from({ length: 20_000 }, (_, at) => 4 + 4 * at));
});

test.each([
  ['# My *title*\n\na', 'My title', ['div[data-anchor=my-title]()', 'p("a")']],
  ['---\nb: c\n---\n\nTitle\n=====\n', 'Title', ['div[data-anchor=title]()']],
  ['a\n\n# Title', 'Title', ['p("a")', 'h1[data-anchor=title]("Title")']],
  ['# Other', 'Title', ['h1[data-anchor=other]("Other")']],
])('renderNote reduces the heading of %j to its anchor when it repeats the title %j', (body, title, blocks) => {
  const shown = renderNote(body, { title }).map(({ json }) => short(JSON.parse(json)));
  expect(shown.filter((block) => !block.startsWith('details'))).toEqual(blocks);
});

test('breaksLines turns line ends within a paragraph into line breaks', () => {
  const body = 'a\nb *c\nd*\n\n- e\n  f\n';
  expect(renderPage(body).map(short)).toEqual(['p("a\\nb " em("c\\nd"))', 'ul(li("e\\nf"))']);
  expect(renderPage(body, { breaksLines: true }).map(short)).toEqual([
    'p("a" br() "b " em("c" br() "d"))',
    'ul(li("e" br() "f"))',
  ]);
});
