import { expect, test } from 'vitest';
import type { SafeElement, SafeNode } from '../nodes.js';
import { renderNote } from './note.js';

const LINES = 4_000;
const body = (lineOf: (index: number) => string) =>
  Array.from({ length: LINES }, (_, index) => lineOf(index)).join('\n');
const render = (text: string) =>
  renderNote(`# Before\n\n${text}\n`)
    .slice(1)
    .map(({ line, json }) => ({ line, size: json.length, node: JSON.parse(json) as SafeElement }));
const getText = (node: SafeNode): string => (typeof node === 'string' ? node : node.children.map(getText).join(''));
const goesOn = ({ node }: { node: SafeElement }) => node.attributes.class?.startsWith('goes-on') === true;
const MAX_PART_SIZE = 25_000;
const FIRST_LINE = 3;

test.each([
  ['a paragraph', (index: number) => `Line ${index} of a *long* one`],
  ['a paragraph in one line', (index: number) => `${index} `.repeat(index === 0 ? 20_000 : 1)],
  ['a list', (index: number) => `- [ ] item ${index}`],
  ['a list of lists', (index: number) => `${'  '.repeat(index % 2)}- item ${index}`],
  ['a numbered list', (index: number) => `${index + 7}. item ${index}`],
  [
    'code',
    (index: number) => `${index === 0 ? '```js\n' : ''}const constant = ${index};${index === LINES - 1 ? '\n```' : ''}`,
  ],
  ['a quote', (index: number) => `> quoted ${index}`],
  ['a quote of paragraphs', (index: number) => `> quoted ${index}\n>`],
  ['a table', (index: number) => (index === 1 ? '|-|-|' : `| row ${index} | of it |`)],
])('renderNote splits %s that is long into several blocks, with all content', (_what, lineOf) => {
  const text = body(lineOf);
  const parts = render(text);
  expect(parts.length).toBeGreaterThan(1);
  expect(Math.max(...parts.map(({ size }) => size))).toBeLessThan(MAX_PART_SIZE);
  expect(parts.map(goesOn)).toEqual(parts.map((_, index) => index < parts.length - 1));
  const shown = parts.map(({ node }) => getText(node)).join('');
  const numbers = new Set(shown.match(/\d+/g)?.map(Number));
  expect(Array.from({ length: LINES }, (_, index) => index).filter((index) => !numbers.has(index))).toEqual(
    text.includes('|-|') ? [1] : [],
  );
});

test('each part of a block has the line of the note that it begins on', () => {
  for (const lineOf of [(index: number) => `in line ${index}`, (index: number) => `- item ${index}`]) {
    const lines = `# Before\n\n${body(lineOf)}`.split('\n');
    for (const { line, node } of render(body(lineOf))) {
      const first = getText(node).split('\n')[0] as string;
      expect(lines[line - 1]).toContain(node.tag === 'ul' ? getText(node.children[0] as SafeNode) : first);
    }
  }
});

test('parts of a list keep item numbers and lines, parts of a table keep the head', () => {
  const [first, second] = render(body((index) => `${index + 7}. item ${index}`));
  const before = first?.node.children.length as number;
  expect(second?.node.attributes.start).toBe(String(before + 7));
  expect(second?.line).toBe(FIRST_LINE + before);
  const item = second?.node.children[1] as SafeElement;
  expect(item.attributes['data-line']).toBe('1');
  const rows = render(body((index) => (index === 1 ? '|-|-|' : `| row ${index} | of it |`)));
  expect(new Set(rows.map(({ node }) => JSON.stringify(node.children[0]))).size).toBe(1);
});

test('renderNote does not split a short block', () => {
  expect(render('- a\n- b')).toHaveLength(1);
  expect(render('A word. '.repeat(100))).toHaveLength(1);
});

test('parts of long code keep its lines, without a language', () => {
  const lines = Array.from({ length: LINES }, (_, index) => `const constant = ${index};`);
  const parts = render(`\`\`\`js\n${lines.join('\n')}\n\`\`\``);
  expect(parts.map(({ node }) => getText(node)).join('')).toBe(`${lines.join('\n')}\n`);
  expect(parts[1]?.node.children[0]).toMatchObject({ tag: 'code', attributes: {} });
});

test('parts of a paragraph have the direction of its first word', () => {
  const parts = render(`مرحبا ${'hello '.repeat(20_000)}`);
  expect(new Set(parts.map(({ node }) => node.attributes.dir))).toEqual(new Set(['auto', 'rtl']));
});

test('a block has its text, its anchors and an estimated number of lines', () => {
  const [heading, list] = renderNote('# The *first* heading\n\n- one\n- two ^mark\n');
  expect(heading).toMatchObject({ text: 'The first heading\n', anchors: ['the-first-heading'] });
  expect(list).toMatchObject({ text: 'one\ntwo\n', anchors: ['^mark'] });
  expect(list?.rows).toBeGreaterThanOrEqual(2);
});
