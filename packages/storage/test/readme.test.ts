import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { StorageError } from '../src/index.js';
import { start } from './support.js';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

it('the README has the example, which prints the values in its comments', async () => {
  const example = read('examples/library.mjs');
  expect(read('README.md')).toContain(`\`\`\`js\n${example}\`\`\``);
  const child = start('../../examples/library.mjs', []);
  const printed: string[] = [];
  for (let line = await child.line(); line !== undefined; line = await child.line()) printed.push(line);
  expect(await child.end()).toBe(0);
  const promised = [...example.matchAll(/^console\.log.*; \/\/ (.*)$/gm)].map(([, comment]) => comment);
  expect(printed).toEqual(['doc_1 is on disk', 'doc_2 is on disk', 'doc_3 is on disk', ...promised]);
  expect(promised).toHaveLength(3);
});

it('the README lists every reason of a StorageError', () => {
  const source = read('src/errors.ts');
  const [, union = ''] = /export type StorageReason =([^;]*);/.exec(source) ?? [];
  const reasons = [...union.matchAll(/'(\w+)'/g)].map(([, reason]) => reason);
  expect(reasons.length).toBeGreaterThan(8);
  for (const reason of reasons) expect(read('README.md')).toMatch(new RegExp(`\\|.*\`${reason}\`.*\\|`));
  expect(new StorageError('busy', 'x')).toMatchObject({ name: 'StorageError', reason: 'busy' });
});
