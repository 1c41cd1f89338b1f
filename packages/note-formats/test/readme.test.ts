import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it('the example in the README prints the output shown there', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  // @ts-expect-error The example is JavaScript, as its reader would run it.
  await import('../examples/evernote.mjs');
  const printed = log.mock.calls.map((values) => values.join(' ')).join('\n');
  log.mockRestore();
  const readme = await read('README.md');
  expect(readme).toContain(`\`\`\`js\n${await read('examples/evernote.mjs')}\`\`\``);
  expect(readme).toContain(`\`\`\`text\n${printed}\n\`\`\``);
});
