import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';

const EXAMPLE = 'examples/compare-indexes.mjs';
const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it('runs the example of the README, which prints what its comment says', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import(`../${EXAMPLE}`);
  expect(log.mock.calls).toEqual([[[true]]]);
  log.mockRestore();
  const example = await read(EXAMPLE);
  expect(example).toContain('); // [ true ]\n');
  expect(await read('README.md')).toContain(`\`\`\`js\n${example}\`\`\``);
});
