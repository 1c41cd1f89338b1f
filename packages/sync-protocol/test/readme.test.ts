import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { expect, it, vi } from 'vitest';
import * as root from '../src/index.js';
import * as node from '../src/node/index.js';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it.each(['carrier-names', 'two-devices'])(
  'runs the example %s of the README, which prints what its comments say',
  async (name) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import(`../examples/${name}.mjs`);
    const formatValue = (value: unknown) => (typeof value === 'string' ? value : inspect(value, { breakLength: 200 }));
    const printed = log.mock.calls.map((values) => values.map(formatValue).join(' '));
    log.mockRestore();
    const example = await read(`examples/${name}.mjs`);
    expect(await read('README.md')).toContain(`\`\`\`js\n${example}\`\`\``);

    const comments = example.split('\n').flatMap((line) => /^console\.log.*; \/\/ (.*)$/.exec(line)?.[1] ?? []);
    expect(printed).toEqual(comments);
  },
);

it('the tables of the README name only exports', async () => {
  const tables = (await read('README.md')).split('\n').filter((line) => line.startsWith('| `'));
  const named = tables.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)/g)].map(([, name]) => name));
  const exported = new Set([...Object.keys(root), ...Object.keys(node)]);
  expect(named.filter((name) => !exported.has(name as string))).toEqual([]);
});
