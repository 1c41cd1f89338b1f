import { expect, it } from 'vitest';
import { measureSizes } from '../test/support/sizes.js';
import { useWeb } from '../test/support/web.js';
import { measureGraph } from './graph.js';
import { measureTimes } from './times.js';

const web = useWeb();

/** Prints a row of the table: what, the figure, the budget. */
function print(what: string, value: number, unit: string, limit: string): void {
  process.stdout.write(`${what.padEnd(48)}${value.toFixed(1).padStart(10)} ${unit.padEnd(16)} budget ${limit}\n`);
}

it('sizes, which are held to their budgets', async () => {
  const sizes = await measureSizes(web);
  for (const { what, bytes, limit } of sizes) print(what, bytes / 1_000, 'KB', `${limit / 1_000}`);
  expect(sizes.filter(({ bytes, limit }) => bytes > limit)).toEqual([]);
});

it('times, which depend on the machine', async () => {
  for (const { what, value, unit, limit } of await measureTimes(web)) print(what, value, unit, limit);
});

it('a graph as large as it may be', async () => {
  for (const { what, value, unit, limit } of await measureGraph(web)) print(what, value, unit, limit);
});
