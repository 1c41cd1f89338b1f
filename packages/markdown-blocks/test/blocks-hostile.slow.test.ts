import { expectLinear, expectWithin } from '@notes/tooling/expect-time';
import { describe, expect, test } from 'vitest';
import { BOUNDS, parseMarkdown } from '../src/index.js';
import { flat } from './text.js';

const UNITS = 40_000;
/** Deadline for so many units in milliseconds, and smallest time at which growth is measurable. */
const MAX_TIME_MS = 400;
const MIN_MEASURABLE_MS = 48;

/** Repeated inputs: marks of every block, alone, in lines of their own, and as openers that are never closed. */
const PARTS = [
  '\n¦ ¦\t¦\r¦a¦a\n¦a\r\n¦é\n¦😀 ¦    a\n¦a\n    b\n',
  '>¦> ¦> a\n¦> a\nb\n¦>\n¦> > > a\n¦> - ¦> - a\n¦- > a\n\n¦> ```\n',
  '-¦- ¦- a\n¦-\n¦1. a\n¦1. ¦1¦- a\n\n\n¦-\t-\ta\n¦* a\n+ b\n- c\n¦- a\n  - b\n¦- [ ] a\n¦- [x] 📅 2026-99-99 ',
  '#¦# a\n¦# a #\n¦#\n¦# a-1\n# a\n¦a\n-\n¦a\n=\n¦[a\n===\n¦[a]: b\n===\n¦=\n',
  '***\n¦* * *¦* ¦_ ¦- - -\n¦```\n¦``` `\n¦`¦~~~\n¦~~~ a\n~~~\n¦~~~~\n~~~\n',
  '<a¦<a \n¦<a b\n\n¦<div>\n\n¦<!--\n\n¦<!--\n-->¦<script>\n¦<?\n¦<![CDATA[\n¦<a b="\n\n¦<img ¦<img src¦<img\n\n¦</a\n\n',
  '|¦|a\n¦|a|\n|-|\n¦|a|\n|-|\n\n¦a\n|-|-|\n¦|-¦|-|\n¦\\|¦| [a](b) |\n¦:-',
  '[a]: b\n¦[a]: b\n\n¦[a\n¦[a]: b "\n¦[a]:\n¦[a]: <\n¦[a]: b\n[a] ¦[a]¦[^a]: ¦[^a]: b\n¦[^a]: b\n\n    c\n¦[^a',
  '$$¦$$\n¦$$\n\n¦$$a\n\n¦$$ a $$ b\n\n¦$$\na $$\n¦$$ ¦$',
  '^¦^a ¦^a\n\n¦a ^a\n\n¦a ^¦- a ^b\n¦- ^b\n¦---\n¦---\na\n¦...\n¦```note-query\n¦```note-template\n```\n¦> [!a]\n¦> [!a]\n\n',
].flatMap((parts) => parts.split('¦'));

type Shape = (units: number) => string;
const repeat = (part: string, units: number): string => part.repeat(Math.ceil(units / part.length));
/** Inputs with a counter, so that no two pieces are equal. */
const withCounter =
  (make: (index: number) => string): Shape =>
  (units) =>
    Array.from({ length: units / make(units).length }, (_, index) => make(index)).join('');
const after =
  (prefix: string, part: string): Shape =>
  (units) =>
    prefix + repeat(part, units);
const staircase = Array.from({ length: 150 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join('');

const SHAPES: [name: string, shape: Shape][] = [
  ...PARTS.map((part): [string, Shape] => [JSON.stringify(part), (units) => repeat(part, units)]),
  ['lazy lines in 90 quotes', after(`${'> '.repeat(90)}a\n`, 'a\n')],
  ['lines of 90 quotes', (units) => repeat(`${'>'.repeat(90)}a\n`, units)],
  ['lines of 200 quotes', (units) => repeat(`${'>'.repeat(200)}\n`, units)],
  ['blank lines in 100 items', after(staircase, '\n')],
  ['lines in 100 items', after(staircase, `${' '.repeat(250)}a\n`)],
  ['lazy lines in 100 items', after(staircase, 'a\n')],
  ['items closed again and again', (units) => repeat(staircase, units)],
  ['blanks before each line of 100 items', after(staircase, `${' '.repeat(2_000)}\n`)],
  ['definitions of many labels', withCounter((index) => `[a${index}]: b\n`)],
  ['markers of many names', withCounter((index) => `a ^m${index}\n\n`)],
  ['headings of many names', withCounter((index) => `# a${index}\n`)],
  ['headings named like repeats', withCounter((index) => `# a\n# a-${index}\n`)],
  ['a table of many columns', (units) => `${repeat('|a', units / 2)}\n${repeat('|-', units / 2)}\n`],
  ['a cell of many pipes', (units) => `|a|\n|-|\n|${repeat('[a]\\|', units)}|\n`],
  ['a tag of many attributes', after('<a', ' b')],
  ['an image tag of many attributes', (units) => `<img${repeat(' src = ', units)}>`],
  ['a heading of many closing marks', after('# a ', '#')],
  ['front matter of brackets', (units) => `---\na: ${repeat('![[[a', units)}\n---\n`],
  ['front matter of links', (units) => `---\na: ${repeat('[[a]](b', units)}\n---\n`],
  ...['[a](b (', '[a](b "', '[[a]](', '[[a]](b (', '[[a', '&amp;', '[a](<b'].map((part): [string, Shape] => [
    `a heading of ${JSON.stringify(part)}`,
    (units) => `# ${repeat(part, 8 * units)}`,
  ]),
  ['front matter that is never closed', after('---\na:\n', 'a\n')],
  ['a task of many dates', after('- [ ] ', 'due:2026-99-99 ')],
  ['fences of every length', withCounter((index) => `${'`'.repeat((index % 200) + 3)}\na\n`)],
];

function everything(body: string): unknown {
  const { links, tasks, features, blocks, headings, anchors, template, queries, truncated, taskCounts } =
    parseMarkdown(body);
  return [links, tasks, features, blocks, headings, anchors, template, queries, truncated, taskCounts];
}

describe('parseMarkdown takes linear time', () => {
  test.each(SHAPES)('%s', (_, shape) => {
    const body = (units: number) => flat(shape(units));
    const time = expectWithin(MAX_TIME_MS, () => everything(body(UNITS)));
    if (time > MIN_MEASURABLE_MS) expectLinear(body, everything, 2 * UNITS);
  });
});

describe('parseMarkdown reads 16 MB and lists blocks up to BOUNDS', () => {
  test.each([
    ['items', '- a\n', BOUNDS.blocks],
    ['blank lines', '\n', 0],
    ['one line', 'a', 1],
    ['one line of brackets', '[', 1],
    ['one quote', '> a\n', 1],
  ])('%s', (_, part, count) => {
    const before = process.memoryUsage().arrayBuffers;
    const note = parseMarkdown(flat(repeat(part, 2 ** 24)));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 28 + 2 ** 27);
    expect(note.tasks).toEqual([]);
    expect(note.blocks).toHaveLength(count);
    expect([...note.truncated]).toEqual(count === BOUNDS.blocks ? ['blocks'] : []);
  });
});
