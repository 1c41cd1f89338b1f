import { readdir, readFile } from 'node:fs/promises';
import { format } from 'node:util';
import { describe, expect, it, vi } from 'vitest';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it('the example in the README prints the output in its comments', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  // @ts-expect-error The example is JavaScript, as its reader would run it.
  await import('../examples/search.mjs');
  const printed = log.mock.calls.map((values) => format(...values)).join('\n');
  log.mockRestore();
  const example = await read('examples/search.mjs');
  expect(await read('README.md')).toContain(`\`\`\`js\n${example}\`\`\``);

  const comments = example.split('\n').flatMap((line) => /^(?:console\.log.*; )?\/\/ (.*)$/.exec(line)?.[1] ?? []);
  expect(printed).toBe(comments.join('\n'));
});

describe('each export', async () => {
  const index = await read('src/index.ts');
  const names = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => list.match(/\w+(?=\s*(?:,|$))/g) ?? []);
  const files = (await readdir(new URL('../src', import.meta.url))).filter((name) => /^(?!index\.).*\.ts$/.test(name));
  const sources = (await Promise.all(files.map((name) => read(`src/${name}`)))).join('\n');
  const [, api = ''] = (await read('README.md')).split('## API');
  const declarations = [...sources.matchAll(/^(.*)\nexport (?:const|class|interface|type|function\*?) (\w+)/gm)];

  it.each(names)('%s has a docstring and a row in the README', (name) => {
    const [, lineBefore] = declarations.find(([, , declared]) => declared === name) ?? [];
    expect(lineBefore).toMatch(/\*\/$/);
    expect(api.match(/\w+/g)).toContain(name);
  });
});
