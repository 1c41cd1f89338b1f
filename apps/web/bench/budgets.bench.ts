import { expect, it } from 'vitest';
import { measureSizes } from '../test/support/sizes.js';
import { useWeb } from '../test/support/web.js';
import { printTime } from './figures.js';
import { measureGraph } from './graph.js';
import { measureTimes } from './times.js';

const web = useWeb();

it('sizes stay within their budgets', async () => {
  const sizes = await measureSizes(web);
  for (const { label, bytes, limit } of sizes)
    printTime({ label, value: bytes / 1_000, unit: 'KB', limit: `${limit / 1_000}` });
  expect(sizes.filter(({ bytes, limit }) => bytes > limit)).toEqual([]);
});

it('times are measured on this machine', async () => {
  for (const time of await measureTimes(web)) printTime(time);
});

it('the largest graph is laid out and drawn', async () => {
  for (const time of await measureGraph(web)) printTime(time);
});
