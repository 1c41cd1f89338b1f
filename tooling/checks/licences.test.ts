import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { pnpmCommand } from '../run/install.mjs';
import { root } from '../run/workspace.mjs';
import { isAllowed } from './licences.mjs';

it('every dependency of a published package has an allowed licence', async () => {
  const [command, ...before] = pnpmCommand(root);
  const args = [...before, 'licenses', 'list', '--prod', '--json'];
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
  const byLicence = JSON.parse(stdout) as Record<string, { name: string }[]>;
  const refused = Object.entries(byLicence).flatMap(([expression, packages]) =>
    packages.filter(({ name }) => !isAllowed(expression, name)).map(({ name }) => `${expression}: ${name}`),
  );
  expect(refused).toEqual([]);
  expect(byLicence.MIT?.length).toBeGreaterThan(10);
  // Packages that are copied at the build of a package are published with it.
  for (const copied of ['better-sqlite3', 'sodium-native']) {
    const manifest = join(root, 'packages', 'native', 'node_modules', copied, 'package.json');
    expect(isAllowed(JSON.parse(readFileSync(manifest, 'utf8')).license)).toBe(true);
  }
});

it.each([
  ['the page of the web UI', ['apps', 'web', 'dist'], 'preact'],
  ['the page of the web UI, for its fonts', ['apps', 'web', 'dist'], '@fontsource-variable/literata'],
  ['the command', ['apps', 'cli', 'dist', 'bundle'], 'zod'],
  ['the service', ['apps', 'server', 'dist', 'bundle'], 'express'],
  ['the search engine', ['apps', 'search-sidecar', 'dist', 'bundle'], '@lancedb/lancedb'],
])('every package bundled into %s has an allowed licence and a notice', (_, folder, part) => {
  const written = readFileSync(join(root, ...folder, 'bundled.json'), 'utf8');
  const bundled = JSON.parse(written) as { name: string; licence: string; text: string }[];
  const refused = bundled.filter(({ name, licence, text }) => !isAllowed(licence, name) || text.trim() === '');
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

it('allows the Open Font License for packages of fonts, and for no other package', () => {
  expect(isAllowed('OFL-1.1', '@fontsource-variable/inter')).toBe(true);
  expect(isAllowed('OFL-1.1', 'fontsource-tools')).toBe(false);
  expect(isAllowed('OFL-1.1')).toBe(false);
  expect(isAllowed('GPL-3.0', '@fontsource-variable/inter')).toBe(false);
});
