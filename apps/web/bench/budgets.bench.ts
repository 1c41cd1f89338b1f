import { expect, it } from 'vitest';
import { measureSizes } from '../test/support/sizes.js';
import { useWeb } from '../test/support/web.js';
import type { Time } from './figures.js';
import { measureGraph } from './graph.js';
import { measureTimes } from './times.js';

const web = useWeb();

/** Prints a row of the table: name, wall-clock and CPU figures, and budget. */
function print({ label: what, value, unit, cpu, limit }: Time): void {
  const figure = `${value.toFixed(1).padStart(10)} ${unit.padEnd(16)}`;
  const processor = (cpu === undefined ? '' : `${cpu.toFixed(1)} ms of CPU`).padStart(18);
  process.stdout.write(`${what.padEnd(50)}${figure}${processor}  budget ${limit}\n`);
}

it('sizes stay within their budgets', async () => {
  const sizes = await measureSizes(web);
  for (const { label: what, bytes, limit } of sizes)
    print({ label: what, value: bytes / 1_000, unit: 'KB', limit: `${limit / 1_000}` });
  expect(sizes.filter(({ bytes, limit }) => bytes > limit)).toEqual([]);
});

it('times are measured on this machine', async () => {
  for (const time of await measureTimes(web)) print(time);
});

it('the largest graph is laid out and drawn', async () => {
  for (const time of await measureGraph(web)) print(time);
});
