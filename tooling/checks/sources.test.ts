import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishablePackages } from '../release/pack.mjs';
import { root, workspacePackages } from '../run/workspace.mjs';
import { cruiseImports } from './cruise.mjs';
import { runTool } from './run-tool.mjs';

it('imports follow the architecture diagram', async () => {
  const { modules, violations } = await cruiseImports(root);
  expect(violations).toEqual([]);
  expect(modules).toBeGreaterThan(workspacePackages(root).length);
});

it('no file, export or dependency is unused', async () => {
  const { code, stdout } = await runTool('tooling', 'knip', ['--no-progress', '--no-config-hints']);
  expect(stdout).toBe('');
  expect(code).toBe(0);
});

it('a package with slow test files, and no other, has the script that runs them', () => {
  const packages = workspacePackages(root).map(({ dir, path, manifest }) => {
    const files = ['src', 'test']
      .map((folder) => join(dir, folder))
      .filter(existsSync)
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }));
    return {
      path,
      slow: files.some((file) => file.endsWith('.slow.test.ts')),
      script: manifest.scripts?.['test:slow'],
    };
  });
  expect(packages.some(({ slow }) => slow)).toBe(true);
  for (const { path, slow, script } of packages)
    expect({ [path]: script }).toEqual({ [path]: slow ? 'vitest run --mode slow' : undefined });
});

it('the lockfile names no registry', () => {
  expect(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')).not.toMatch(/https?:\/\/|tarball:/);
});

it('the changesets name published packages and a bump', () => {
  const published = publishablePackages(root).map(({ manifest }) => manifest.name);
  const files = readdirSync(join(root, '.changeset')).filter((file) => file.endsWith('.md') && file !== 'README.md');
  for (const file of files) {
    const content = readFileSync(join(root, '.changeset', file), 'utf8');
    const [, header = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(content) ?? [];
    // A changeset without a package states on purpose that users will notice nothing.
    if (header.trim() === '') continue;
    for (const line of header.split('\n')) {
      const [, name] = /^["'](.+)["']: (?:patch|minor|major)$/.exec(line) ?? [];
      expect(published, `${file}: ${line}`).toContain(name);
    }
    expect(text.trim().length, `${file}: its text becomes an entry of the changelog`).toBeGreaterThan(20);
  }
});

it('every published version is the newest in its CHANGELOG.md and lists its changes [RELEASE-CHANGELOG]', () => {
  for (const { dir, manifest } of publishablePackages(root)) {
    const [heading, ...sections] = readFileSync(join(dir, 'CHANGELOG.md'), 'utf8').split(/^## /m);
    expect(heading?.trim()).toBe(`# ${manifest.name}`);
    const [version, ...lines] = (sections[0] ?? '').split('\n');
    expect({ [manifest.name]: version }).toEqual({ [manifest.name]: manifest.version });
    expect(lines.filter((line) => line.startsWith('- ')).length, manifest.name).toBeGreaterThan(0);
  }
});

/** Sources of all packages without their tests. */
function readSources(): { readonly path: string; readonly text: string }[] {
  const paths = workspacePackages(root).flatMap(({ dir }) => {
    const folder = join(dir, 'src');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  });
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(100);
  return sources.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

it('sources create folders with createFolders, because the recursive mkdir of Node never returns below /proc [DATA-DIR-PSEUDO]', () => {
  const recursive = readSources().filter(({ text }) => /mkdir(?:Sync)?\([^;]*recursive/.test(text));
  expect(recursive.map(({ path }) => path)).toEqual([]);
});

/** Errors of the language and of better-sqlite3, which no source defines. */
const FOREIGN_ERRORS = ['Error', 'RangeError', 'TypeError', 'SyntaxError', 'SqliteError'];

it('comments of sources name errors that exist, and link to names in their file', () => {
  const sources = readSources();
  const classes = sources.flatMap(({ text }) => Array.from(text.matchAll(/\bclass (\w+)/g), ([, name]) => name));
  const known = new Set([...FOREIGN_ERRORS, ...classes]);
  const wrong = sources.flatMap(({ path, text }) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=\s)\/\/.*/g, '');
    const names = new Set(code.match(/\w+/g));
    const thrown = Array.from(text.matchAll(/@throws `?([A-Z]\w*)/g), ([, name = '']) => name);
    const linked = Array.from(text.matchAll(/\{@link(?:\s|\*)+(?!https?:)([\w.#]+)/g), ([, name = '']) => name);
    return [
      ...thrown.filter((name) => !known.has(name)),
      ...linked.filter((name) => (name.match(/\w+/g) ?? []).some((part) => !names.has(part))),
    ].map((name) => `${path}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

it('an error has the name of its class', () => {
  const wrong = readSources().flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\bclass (\w+)[^{]*\{\s*(?:override )?readonly name = '(\w+)'/g))
      .filter(([, name, stated]) => name !== stated)
      .map(([, name, stated]) => `${path}: ${name} is named ${stated}`),
  );
  expect(wrong).toEqual([]);
});
