import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Prints the size of the young generation in megabytes: after much work while it is held, and after as much more. */
const SCRIPT = `
import { getHeapSpaceStatistics } from 'node:v8';
import { holdYoungGeneration, letYoungGenerationGrow } from ${JSON.stringify(new URL('../dist/young-generation.js', import.meta.url))};
const keep = [];
const work = () => {
  for (let n = 0; n < 2e6; n += 1) if (n % 50 === 0 && keep.push({ n: [n] }) > 20_000) keep.length = 0; else keep[0] = { n: [n] };
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
};
holdYoungGeneration();
const held = work();
letYoungGenerationGrow();
console.log(JSON.stringify([held, work()]));
`;

it('holds the young generation of the heap until the service has started', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], { encoding: 'utf8' });
  const [held = 0, grown = 0] = JSON.parse(printed) as number[];
  expect(held).toBeLessThanOrEqual(4);
  expect(grown).toBeGreaterThan(held);
});
