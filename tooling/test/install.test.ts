import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installStamp, pnpmCommand, readStamp } from '../run/install.mjs';
import { readManifest, root as repository, workspacePackages } from '../run/workspace.mjs';

let root = '';
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'notes-install-'));
  write('package.json', '{"packageManager":"pnpm@10.0.1"}');
  write('pnpm-lock.yaml', 'lockfileVersion: 9');
  write('packages/a/package.json', '{"name":"a"}');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the stamp of an installation', () => {
  it('stays the same while nothing an installation depends on changes', () => {
    const before = installStamp(root);
    write('packages/a/src/index.ts', 'export {}');
    expect(installStamp(root)).toEqual(before);
  });

  it.each([
    ['the lockfile', 'pnpm-lock.yaml', 'lockfileVersion: 10'],
    ['the settings', 'pnpm-workspace.yaml', 'packages: []'],
    ['the root manifest', 'package.json', '{}'],
    ["a package's manifest", 'packages/a/package.json', '{"name":"a","dependencies":{}}'],
    ['a new package', 'apps/b/package.json', '{"name":"b"}'],
  ])('changes with %s', (_, path, text) => {
    const before = installStamp(root);
    write(path, text);
    expect(installStamp(root).inputs).not.toBe(before.inputs);
  });

  it('tells another Node ABI apart from other inputs', () => {
    const [one, other] = [installStamp(root, '115'), installStamp(root, '127')];
    expect(one.inputs).toBe(other.inputs);
    expect(one.runtime).not.toBe(other.runtime);
  });

  it('counts as missing when it cannot be read', () => {
    expect(readStamp(root)).toBeUndefined();
    write('node_modules/.notes-install.json', '{"inputs":');
    expect(readStamp(root)).toBeUndefined();
  });
});

describe('the pinned pnpm', () => {
  it('is fetched by npm on a fresh clone', () => {
    expect(pnpmCommand(root)).toEqual(['npx', '--yes', 'pnpm@10.0.1']);
  });

  it('is the installed one when that is the pinned version', () => {
    write('node_modules/pnpm/package.json', '{"version":"10.0.1"}');
    expect(pnpmCommand(root)).toEqual([process.execPath, join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs')]);
  });

  it('is fetched again when the pinned version changes', () => {
    write('node_modules/pnpm/package.json', '{"version":"10.0.0"}');
    expect(pnpmCommand(root)).toEqual(['npx', '--yes', 'pnpm@10.0.1']);
  });

  it('must be pinned', () => {
    write('package.json', '{}');
    expect(() => pnpmCommand(root)).toThrow('packageManager');
  });

  it('is the same version for tools and for the scripts of this repository', () => {
    const { packageManager, devDependencies } = readManifest(repository);
    expect(packageManager).toBe(`pnpm@${devDependencies?.pnpm}`);
  });
});

it('workspacePackages lists the packages that pnpm lists', async () => {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  const [command, ...before] = pnpmCommand(repository);
  const { stdout } = await promisify(execFile)(command, [...before, 'list', '-r', '--depth=-1', '--json'], {
    cwd: repository,
  });
  const known = (JSON.parse(stdout) as { path: string }[])
    .map(({ path }) => path)
    .filter((path) => path !== repository);
  expect(
    workspacePackages(repository)
      .map(({ dir }) => dir)
      .sort(),
  ).toEqual(known.sort());
});
