import { expectLinear, expectWithin } from '@notes/tooling/expect-time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAttribute, isTag, renderNote, type SafeNode } from '../src/index.js';

const SEED = 20261;
/** Deadline of the worker. */
const DEADLINE_MS = 5_000;
/** Depth to which a page can be built without a stack overflow. */
const MAX_DEPTH = 1_000;

const renderNodes = (body: string): SafeNode[] => renderNote(body).map(({ json }) => JSON.parse(json) as SafeNode);

/** Lists elements, attributes and values outside the closed lists; empty for safe nodes. */
function faults(node: SafeNode, depth = 0): string[] {
  if (typeof node === 'string') return [];
  if (depth > MAX_DEPTH) return ['too deep'];
  const { tag, attributes, children } = node;
  return [
    ...(isTag(tag) ? [] : [tag]),
    ...Object.entries(attributes).flatMap(([name, value]) => (isAttribute(name, value) ? [] : [`${name}=${value}`])),
    ...children.flatMap((child) => faults(child, depth + 1)),
  ];
}

const addresses = (node: SafeNode): string[] =>
  typeof node === 'string'
    ? []
    : [node.attributes.href].filter((one) => one !== undefined).concat(node.children.flatMap(addresses));

const scripts = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java&#10;script:alert(1)',
  'java&Tab;script:alert(1)',
  '&#x6A;avascript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:http://localhost/x',
  'file:///etc/passwd',
  'filesystem:x',
  'ftp://example.org',
  '//canary.invalid/x',
  '\\\\canary.invalid\\x',
  'resource://default/resources/../../x',
  'resource://default/resources/res_1"onerror="x',
  'x:y',
];
/** Positions in which an address can occur. */
const places = [
  (address: string) => `[a](${address})`,
  (address: string) => `[a](<${address}>)`,
  (address: string) => `![a](${address})`,
  (address: string) => `![a](<${address}>)`,
  (address: string) => `<${address}>`,
  (address: string) => `[[${address}]]`,
  (address: string) => `![[${address}|a]]`,
  (address: string) => `[a]\n\n[a]: ${address}`,
  (address: string) => `[a]\n\n[a]: <${address}> "t"`,
  (address: string) => `x ${address} y`,
];

describe('renderNote makes no link of a forbidden address', () => {
  test.each(scripts)('%j', (address) => {
    for (const place of places) {
      const nodes = renderNodes(place(address));
      expect(nodes.flatMap((node) => faults(node))).toEqual([]);
      expect(nodes.flatMap(addresses)).toEqual([]);
    }
  });
});

const markup = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe src="https://canary.invalid"></iframe>',
  '<style>body{display:none}</style>',
  '<a href="javascript:alert(1)">a</a>',
  '<math><mtext><script>alert(1)</script></mtext></math>',
  '<p id="app" class="x" style="position:fixed">a',
  'a <b onclick=alert(1)>b</b>',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '> [!note"><script>] a',
  '| <script> |\n|-|\n| <img src=x onerror=alert(1)> |',
];

test.each(markup)('renderNote makes only listed elements, and no address, of markup: %j', (body) => {
  const nodes = renderNodes(body);
  expect(nodes.flatMap((node) => faults(node))).toEqual([]);
  expect(nodes.flatMap(addresses)).toEqual([]);
});

test('renderNote marks images as attachments or remote images', () => {
  const [own, remote] = renderNodes('![a](resource://default/resources/res_1)\n\n![a](https://canary.invalid/a.png)');
  expect(own).toMatchObject({ children: [{ tag: 'span', attributes: { 'data-part': 'image', 'data-to': 'res_1' } }] });
  expect(remote).toMatchObject({
    children: [{ tag: 'span', attributes: { 'data-part': 'remote-image', 'data-to': 'https://canary.invalid/a.png' } }],
  });
});

/** Tags of allowed, neutral, hiding and unknown elements, with attributes of all kinds. */
const names = [
  ...['a', 'abbr', 'b', 'br', 'center', 'code', 'details', 'div', 'hr', 'iframe', 'img', 'kbd', 'li', 'object'],
  ...['ol', 'p', 'pre', 'script', 'span', 'style', 'sub', 'summary', 'svg', 'table', 'tbody', 'td', 'textarea'],
  ...['th', 'tr', 'u', 'ul', 'video', 'x-y', 'T'],
];
const written = [
  ...['', ' ', ' id=x', ' id="a b"', ' class="x y" style="position:fixed"', ' onclick=x() onload="x()"', ' href=x'],
  ...[' href="javascript:x()" src=javascript:x()', ' src="https://canary.invalid/a.png" srcset="x 2x"', ' open'],
  ...[' width=9999999 height="-1"', ' width="50%" align=right', ' colspan=999999 rowspan=0', ' title="<b>"'],
  ...[' dir=x', ' start=-1', ' data-part=task data-to=x', ' type=text checked', '/'],
];
const tags = names.flatMap((name) => [`</${name}>`, ...written.map((attributes) => `<${name}${attributes}>`)]);

test('renderNote emits only listed elements and attributes for any nesting of HTML, and keeps all text', () => {
  const gap = fc.constantFrom('', ' ', '\n', '\n\n', '\n> ', '\n\n- ', '\n\n  ', '|');
  const shownTags = tags.filter((tag) => !/<\/?(?:script|style|iframe|object|svg|textarea|pre)\b/.test(tag));
  const html = fc.array(fc.tuple(fc.constantFrom(...shownTags), gap), { maxLength: 40 });
  fc.assert(
    fc.property(html, (pieces) => {
      const body = pieces.map(([tag, blank], at) => `${tag}w${at}w${blank}`).join('');
      const nodes = renderNodes(body);
      expect(nodes.flatMap((node) => faults(node))).toEqual([]);
      const text = JSON.stringify(nodes);
      for (const at of pieces.keys()) expect(text, body).toContain(`w${at}w`);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test('renderNote emits only listed elements and attributes for any text', () => {
  const marks = '[]()!<>`*_~=$^#>-+|:"\'\\&; \n\t1a';
  const piece = fc.oneof(
    fc.constantFrom(
      ...marks,
      ...scripts,
      ...markup,
      '[[',
      ']]',
      '](',
      '- [ ] ',
      '[^a]',
      '[^a]: ',
      '\n\n',
      '$$',
      '> [!x] ',
      '%%',
      '^[',
      '|300]]',
      ...tags,
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(renderNodes(pieces.join('')).flatMap((node) => faults(node))).toEqual([]);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

const UNITS = 40_000;
const repeat = (part: string) => part.repeat(Math.ceil(UNITS / part.length));

/** Repeated marks, alone and as openers that are never closed. */
const repeated = [
  ...[
    '>',
    '> ',
    '- ',
    '1. ',
    '#',
    '*',
    '**',
    '_',
    '~~',
    '==',
    '`',
    '``` \n',
    '$',
    '$$',
    '$$\n',
    '[',
    '![',
    '[[',
    '![[',
    ']',
  ],
  ...[
    '[a](',
    '[a](b',
    '[a](<',
    '[a][',
    '[a]: ',
    '[a]: b\n',
    '[^a]',
    '[^a]: ',
    '<a',
    '<!--',
    '<a href="',
    '&',
    '&#',
    '\\',
  ],
  ...[
    '|',
    '|a|\n',
    '|a|\n|-|\n',
    'a@',
    'http://a',
    'www.',
    '*a ',
    '*a **b ',
    '[a](b "',
    'a\n',
    '\n',
    '\t',
    '    a\n\n',
  ],
  ...['<b>', '<div>', '<div>\n\n', '<div>\n\na\n\n', '<details>\n\n', '<details><summary>', '<p>\n\n', '<p>a', '</p>'],
  ...['<table>', '<td>', '<table><tr><td>', '<table><tr><td>\n\n', '<ul><li>', '<ul><li>\n\n- ', '<a "', '<a \'"'],
  ...[
    '<a b="\'',
    '<T>',
    '<T></T>',
    '</b>',
    '> <div>\n',
    '- <div>\n\n',
    '<b>*',
    '<svg>',
    '<svg>\n\n',
    '<a href=x>',
    '<!',
    '<?',
  ],
  ...['%%', '%%\n', '%% a %% <!-- ', '^[', '^[a', '^[a]', '[^a]\n\n[^a]: '],
  ...['- a\n', '- a\n\n', '> a\nb\n', '> - ', '- [ ] a\n', '^a ', '# a\n', 'a\n=\n', '> [!a]\n', '\r', '\u0000', '😀'],
];

/** Accepts a stack overflow: the worker reports that the note cannot be rendered. */
function renderOrEnd(body: string): void {
  try {
    renderNote(body);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
  }
}

test('an address with 32 nested parentheses is a link, with 33 it is text', () => {
  const link = (depth: number) => renderNodes(`*a* [*b*](http://c/${'('.repeat(depth)}${')'.repeat(depth)}) d`);
  expect(link(32).flatMap(addresses)).toEqual([`http://c/${'('.repeat(32)}${')'.repeat(32)}`]);
  expect(JSON.stringify(link(33))).toContain('](');
  expect(JSON.stringify(link(33)).match(/"em"/g)).toHaveLength(2);
});

describe('renderNote takes bounded time', () => {
  test.each(repeated)('for repeated %j', (part) => {
    const body = repeat(part);
    expectWithin(DEADLINE_MS, () => renderOrEnd(body));
  });

  test('for 10,000 nested quotes', () => {
    const body = `${'>'.repeat(10_000)} a\n${'> '.repeat(10_000)}b\n`;
    expectWithin(DEADLINE_MS, () => renderOrEnd(body));
    expect(renderNodes(body).flatMap((node) => faults(node))).toEqual([]);
  });
});

test.each([' ', '\t', ' \t'])('renderNote takes linear time for a run of %j, within a line and at its end', (blank) => {
  for (const end of ['b\n', '\nb\n'])
    expectLinear((units) => `a${blank.repeat(units / blank.length)}${end}`, renderNote, 400_000);
});

test('renderNote breaks a line after two spaces or a backslash, and only there', () => {
  for (const text of ['a  \nb', 'a     \n b', 'a\\\nb'])
    expect(renderNodes(text)).toMatchObject([{ children: ['a', { tag: 'br' }, 'b'] }]);
  for (const text of ['a \n b', 'a\t\nb', 'a \t\nb']) expect(renderNodes(text)).toMatchObject([{ children: ['a\nb'] }]);
});
