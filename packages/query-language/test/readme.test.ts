import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it('runs the example of the README and prints what its comments say', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  // @ts-expect-error The example is JavaScript, as its reader would run it.
  await import('../examples/search.mjs');
  const printed = log.mock.calls.map(([value]) => value);
  log.mockRestore();
  const example = await read('examples/search.mjs');
  expect(await read('README.md')).toContain(`\`\`\`js\n${example}\`\`\``);

  const [canonical, sentence, ...rest] = printed;
  expect(example).toContain(`// ${canonical}\n`);
  expect(example.replaceAll('\n// ', ' ')).toContain(sentence);
  expect(rest).toEqual([
    true,
    [[0, 5]],
    { snippet: 'Caramel on top, dark chocolate below.', highlights: [[16, 30]] },
    'unclosed quote at column 9',
  ]);
});
