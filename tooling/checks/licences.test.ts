import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { pnpmCommand } from '../run/install.mjs';
import { root } from '../run/workspace.mjs';
import { isAllowed } from './licences.mjs';

it('every dependency that is published along has an allowed licence', async () => {
  const [command, ...before] = pnpmCommand(root);
  const args = [...before, 'licenses', 'list', '--prod', '--json'];
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
  const byLicence = JSON.parse(stdout) as Record<string, { name: string }[]>;
  const refused = Object.entries(byLicence).filter(([expression]) => !isAllowed(expression));
  expect(refused.map(([expression, packages]) => `${expression}: ${packages.map(({ name }) => name)}`)).toEqual([]);
  expect(byLicence.MIT?.length).toBeGreaterThan(10);
});

it.each([
  ['the page of the web UI', ['apps', 'web', 'dist'], 'preact'],
  ['the command', ['apps', 'cli', 'dist', 'bundle'], 'zod'],
  ['the service', ['apps', 'server', 'dist', 'bundle'], 'express'],
])('so has everything %s is bundled from, with its notice', (_, folder, part) => {
  const written = readFileSync(join(root, ...folder, 'bundled.json'), 'utf8');
  const bundled = JSON.parse(written) as { name: string; licence: string; text: string }[];
  const refused = bundled.filter(({ licence, text }) => !isAllowed(licence) || text.trim() === '');
  expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  expect(bundled.map(({ name }) => name)).toContain(part);
});

it.each(['MIT', '(MIT OR WTFPL)', '(MPL-2.0 OR Apache-2.0)', '(MIT AND ISC)', 'GPL-3.0 OR (MIT AND CC0-1.0)'])(
  'allows %s',
  (expression) => expect(isAllowed(expression)).toBe(true),
);

it.each(['GPL-3.0', 'MIT AND GPL-3.0', 'Unknown', 'CC-BY-SA-4.0', '', '(MIT AND WTFPL)', 'SEE LICENSE IN LICENSE'])(
  'refuses %s',
  (expression) => expect(isAllowed(expression)).toBe(false),
);
