import { readFile } from 'node:fs/promises';
import { format } from 'node:util';
import { expect, it, vi } from 'vitest';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it.each(['carrier-names', 'two-devices'])(
  'runs the example %s of the README, which prints what its comments say',
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

it('the README has a section for each published entry, whose table names only exports of it', async () => {
  const sections = (await read('README.md')).split(/^### /m).slice(1);
  const titles = sections.map((section) => /^`([^`]+)`\n/.exec(section)?.[1]);
  expect(titles.toSorted()).toEqual((await listEntries()).map(({ specifier }) => specifier).toSorted());
  for (const { specifier, exported } of await listEntries()) {
    const rows = (sections[titles.indexOf(specifier)] ?? '').split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)/g)].map(([, name]) => name));
    expect(named.length, specifier).toBeGreaterThan(0);
    expect(named.filter((name) => !exported.includes(name as string))).toEqual([]);
  }
});

it('each name is exported by one entry alone', async () => {
  const names = (await listEntries()).flatMap(({ exported }) => exported);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

async function listEntries(): Promise<{ specifier: string; exported: readonly string[] }[]> {
  const { name, exports, publishConfig } = JSON.parse(await read('package.json'));
  return await Promise.all(
    Object.keys(publishConfig.exports).map(async (key) => {
      const module = await import(new URL(`../${exports[key]['@notes/source']}`, import.meta.url).href);
      return { specifier: name + key.slice(1), exported: Object.keys(module) };
    }),
  );
}
