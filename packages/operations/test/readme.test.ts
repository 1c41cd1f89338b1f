import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'node:util';
import { expect, it, vi } from 'vitest';

it('The example of the README prints the shown output', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, source, output] = /```js\n([\s\S]*?)```\n[\s\S]*?```text\n([\s\S]*?)```/.exec(readme) as RegExpExecArray;
  const folder = new URL('../.test-results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL('readme-example.mjs', folder);
  writeFileSync(file, source as string);
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...values) => {
    printed.push(format(...values));
  });
  await import(/* @vite-ignore */ file.href);
  log.mockRestore();
  expect(`${printed.join('\n')}\n`).toBe(output);
});
