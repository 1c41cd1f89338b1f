import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const at = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

it('the example in the README prints the results in its comments', () => {
  const example = readFileSync(at('examples/page.mjs'), 'utf8');
  expect(readFileSync(at('README.md'), 'utf8')).toContain(`\`\`\`js\n${example}\`\`\``);
  const printed = execFileSync(process.execPath, [at('examples/page.mjs')], { encoding: 'utf8' });
  const promised = [...example.matchAll(/console\.log\(.*\/\/ (.+)$/gm)].map((match) => match[1]);
  expect(printed.trim().split('\n')).toEqual(promised);
  expect(promised).toHaveLength(2);
});
