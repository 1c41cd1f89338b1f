import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishablePackages } from '../release/pack.mjs';
import { root, workspacePackages } from '../run/workspace.mjs';
import { cruiseImports } from './cruise.mjs';
import { runTool } from './run-tool.mjs';

it('imports keep to the diagram', async () => {
  const { modules, violations } = await cruiseImports(root);
  expect(violations).toEqual([]);
  expect(modules).toBeGreaterThan(workspacePackages(root).length);
});

it('nothing is unused: files, exports, dependencies', async () => {
  const { code, stdout } = await runTool('tooling', 'knip', ['--no-progress', '--no-config-hints']);
  expect(stdout).toBe('');
  expect(code).toBe(0);
});

it('the lockfile names no registry', () => {
  expect(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')).not.toMatch(/https?:\/\/|tarball:/);
});

it('the changesets name published packages and a bump', () => {
  const published = publishablePackages(root).map(({ manifest }) => manifest.name);
  const files = readdirSync(join(root, '.changeset')).filter((file) => file.endsWith('.md') && file !== 'README.md');
  for (const file of files) {
    const [, header = ''] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(root, '.changeset', file), 'utf8')) ?? [];
    for (const line of header.split('\n')) {
      const [, name] = /^["'](.+)["']: (?:patch|minor|major)$/.exec(line) ?? [];
      expect(published, `${file}: ${line}`).toContain(name);
    }
  }
});
