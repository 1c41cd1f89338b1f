import { readFile } from 'node:fs/promises';
import { format } from 'node:util';
import { expect, it, vi } from 'vitest';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it.each(['archive', 'selection'])(
  'the README has the example %s, which prints the values in its comments',
  async (name) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import(`../examples/${name}.mjs`);
    const printed = log.mock.calls.map((values) => format(...values));
    log.mockRestore();
    const example = await read(`examples/${name}.mjs`);
    expect(await read('README.md')).toContain(`\`\`\`js\n${example}\`\`\``);

    const comments = example.split('\n').flatMap((line) => /^console\.log.*; \/\/ (.*)$/.exec(line)?.[1] ?? []);
    expect(printed).toEqual(comments);
  },
);
