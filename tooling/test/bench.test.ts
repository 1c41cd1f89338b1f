import { expect, it } from 'vitest';
import { openCorpus } from '../bench/corpus.mjs';
import { difference, interleave, ratio } from '../bench/measure.mjs';
import { chooseQueries, chooseSuggestions } from '../bench/queries.mjs';
import { describeTarget, reachesTarget, targetsFor } from '../bench/targets.mjs';

const corpus = openCorpus();
const notes = Array.from({ length: 300 }, (_, index) => corpus(index));

it('the corpus makes the same notes every time', () => {
  expect(openCorpus()(7)).toEqual(notes[7]);
  expect(notes[7]).not.toEqual(notes[8]);
});

it('the corpus makes notes with the sizes, words and structures of real ones', () => {
  const bytes = notes.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  expect(bytes / notes.length).toBeGreaterThan(1_000);
  expect(bytes / notes.length).toBeLessThan(3_000);
  const bodies = notes.map(({ body }) => body);
  expect(bodies.filter((body) => /\bthe\b/i.test(body)).length).toBeGreaterThan(280);
  for (const shape of [/^## /m, /^- \[x\] /m, /^```js$/m, /\]\(https:/, /\[\[/, /^\| --- /m])
    expect(bodies.some((body) => shape.test(body))).toBe(true);
});

it('the corpus links to existing notes, most often to those that many notes link to', () => {
  const numbers = new Map(notes.map(({ title }, number) => [title, number]));
  const links = notes.flatMap(({ body }) => [...body.matchAll(/\[\[([^\]|]+)/g)].map(([, title]) => title ?? ''));
  expect(numbers.size).toBe(notes.length);
  expect(links.length / notes.length).toBeGreaterThan(4);
  expect(links.length / notes.length).toBeLessThan(6.5);
  const targets = links.map((title) => numbers.get(title) ?? -1);
  expect(targets).not.toContain(-1);
  expect(targets.filter((number) => number < 30).length / targets.length).toBeGreaterThan(0.25);
});

it('a dense corpus makes notes with twice the bytes, more links and many headings', () => {
  const dense = openCorpus({ density: 'dense' });
  const texts = Array.from({ length: 600 }, (_, index) => dense(index).body);
  const countEach = (pattern: RegExp) => texts.join('\n').match(pattern)?.length ?? 0;
  const bytes = texts.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  expect(Math.abs(bytes / texts.length - 3_200)).toBeLessThan(400);
  expect(Math.abs(countEach(/\[\[/g) / texts.length - 9)).toBeLessThan(1.5);
  expect(Math.abs(countEach(/^## /gm) / texts.length - 7)).toBeLessThan(1);
  expect(() => openCorpus({ density: 'denser' })).toThrow('--density: denser is none of usual, dense.');
});

it('suggestions are beginnings of words in titles', () => {
  const titles = notes.map(({ title }) => title.toLowerCase());
  const suggestions = chooseSuggestions(corpus);
  expect(suggestions.filter((text) => text.includes(' '))).toHaveLength(1);
  for (const text of suggestions) expect(titles.some((title) => ` ${title}`.includes(` ${text}`))).toBe(true);
});

it('the mixed search has twenty different queries', () => {
  const { mixed, common } = chooseQueries(corpus);
  expect(new Set(mixed.map(({ query }) => query)).size).toBe(20);
  expect(common).toHaveLength(1);
});

it('ratios are taken within each round, so that a slow phase of the machine does not count', async () => {
  const machine = [1, 1, 1, 8, 1, 1, 9];
  const subject = (name: string, cost: number) => ({
    name,
    run: async (round: number) => [cost * (machine[round] ?? 1)],
  });
  const found = await interleave([subject('floor', 2), subject('product', 3)], { rounds: 5, count: 1 });
  expect(ratio(found.product as never, found.floor as never)).toBe(1.5);
  expect(difference(found.product as never, found.floor as never)).toBe(1);
});

it('a row reaches its target only when every bound holds', () => {
  const start = targetsFor(1_000)['cold start'] ?? {};
  const row = { name: 'cold start', unit: 'ms', floor: 100, ratio: 2, service: 200 } as const;
  expect(describeTarget(start)).toBe('≤ 2.2, ≤ 600 ms');
  expect(reachesTarget(start, row)).toBe(true);
  expect(reachesTarget(start, { ...row, ratio: 2.3 })).toBe(false);
  expect(reachesTarget(start, { ...row, service: 601 })).toBe(false);
  const agents = targetsFor(1_000)['get over MCP'] ?? {};
  expect(describeTarget(agents)).toBe('< floor + 1 ms');
  expect(reachesTarget(agents, { name: 'get over MCP', unit: 'ms', service: 3, floor: 2, over: 0.99 })).toBe(true);
  expect(reachesTarget(agents, { name: 'get over MCP', unit: 'ms', service: 3, floor: 2, over: 1 })).toBe(false);
  const path = targetsFor(1_000)['graph path'] ?? {};
  expect(reachesTarget(path, { name: 'graph path', unit: 'ms', service: 5 })).toBe(true);
  expect(reachesTarget(path, { name: 'graph path', unit: 'ms', service: 6 })).toBe(false);
});
