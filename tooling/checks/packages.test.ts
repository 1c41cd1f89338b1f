import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INTERNAL, listPublicLibraries } from '../api/describe.mjs';
import { type Packed, packAll, publishablePackages } from '../release/pack.mjs';
import { readManifest, root } from '../run/workspace.mjs';

const PUBLIC = ['archive-manifest', 'link-graph', 'markdown-blocks', 'query-language', 'sync-protocol'].map(
  (name) => `@notes/${name}`,
);

let temporary = '';
let packed: Packed[] = [];

/** Returns the folder of an unpacked package, as a consumer gets it. */
const getUnpackedFolder = (name: string) => join(temporary, name.replace('/', '-'));

/** Returns the target of an entry without the sources, which are not published. */
function withoutSource(target: unknown): unknown {
  if (typeof target !== 'object' || target === null) return target;
  return Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== '@notes/source'));
}

/** Returns true for a finding about resolution from CommonJS, which packages of ES modules do not support. */
const isAboutCommonJs = (problem: Problem) =>
  problem.kind === 'CJSResolvesToESM' ||
  ('resolutionKind' in problem && /node10|node16-cjs/.test(problem.resolutionKind));

/** Returns true for the addon that only Node 20 can build. A release is refused without it. */
const isUnbuiltAddon = (fault: string) =>
  !process.versions.node.startsWith('20.') && fault.includes('./dist/sqlite-node20.node but the file does not exist');

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'notes-pack-'));
  packed = await packAll(root, temporary);
  for (const { name, tarball } of packed) {
    mkdirSync(getUnpackedFolder(name));
    await promisify(execFile)('tar', ['-xzf', tarball, '--strip-components=1', '-C', getUnpackedFolder(name)]);
  }
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe.each(publishablePackages(root).map(({ manifest }) => manifest.name))('%s as published', (name) => {
  const files = () => packed.find((entry) => entry.name === name)?.files ?? [];
  const manifest = () => readManifest(getUnpackedFolder(name));

  it('contains its readme, changelog, licence and binaries', () => {
    const { bin = {}, exports } = manifest();
    expect(exports ?? Object.keys(bin)[0]).toBeDefined();
    const wanted = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', ...Object.values(bin)];
    expect(wanted.filter((file) => !existsSync(join(getUnpackedFolder(name), file)))).toEqual([]);
  });

  it('contains no sources, tests or build state', () => {
    const stray =
      /^src\/|(^|\/)(test|bench|__tests__)\/|\.test\.|\.tsbuildinfo$|tsconfig|vitest|\.turbo|\.test-results/;
    expect(files().filter((file) => stray.test(file))).toEqual([]);
  });

  it('contains no module of a removed source', () => {
    const { path } = packed.find((entry) => entry.name === name) as Packed;
    const modules = files().filter((file) => /^dist\/(?!assets\/|bundle\/|lib\/).*\.js$/.test(file));
    const source = (file: string) => join(root, path, file.replace(/^dist/, 'src').replace(/\.js$/, '.ts'));
    expect(modules.filter((file) => !existsSync(source(file)) && !existsSync(`${source(file)}x`))).toEqual([]);
  });

  it('has all entries of the workspace except ./testing, whose files are left out', () => {
    const { path } = packed.find((entry) => entry.name === name) as Packed;
    const { exports: own = {} } = readManifest(join(root, path));
    const { exports = {} } = manifest();
    const published = Object.entries(own).filter(([key]) => key !== './testing');
    expect(exports).toEqual(Object.fromEntries(published.map(([key, target]) => [key, withoutSource(target)])));
    expect(files().filter((file) => file.startsWith('dist/testing/'))).toEqual([]);
  });

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: getUnpackedFolder(name), pack: false, strict: true });
    const faults = messages.map((message) => formatMessage(message, pkg, { color: false }) ?? '');
    expect(faults.filter((fault) => !isUnbuiltAddon(fault))).toEqual([]);
  });

  it('has entries whose types an ESM consumer resolves, on Node and in a bundler [PKG-TYPES]', async () => {
    const { tarball } = packed.find((entry) => entry.name === name) as Packed;
    const { exports = {} } = manifest();
    const typed = Object.values(exports).some((target) => typeof target === 'object');
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    expect(result.types !== false, 'the tarball carries types').toBe(typed);
    expect(result.types === false ? [] : result.problems.filter((problem) => !isAboutCommonJs(problem))).toEqual([]);
  });

  it('states its description, keywords, repository, homepage and issue tracker [PKG-METADATA]', () => {
    const { description = '', keywords = [], sideEffects, repository, homepage, bugs } = manifest();
    const { path } = packed.find((entry) => entry.name === name) as Packed;
    const { repository: origin } = readManifest(root);
    expect(description.length).toBeGreaterThan(20);
    expect(keywords.length).toBeGreaterThan(1);
    expect(typeof sideEffects).toBe('boolean');
    expect(repository).toEqual({ ...origin, directory: path });
    const page = origin?.url.replace(/^git\+/, '').replace(/\.git$/, '');
    expect({ homepage, bugs }).toEqual({
      homepage: `${page}/tree/main/${path}#readme`,
      bugs: { url: `${page}/issues` },
    });
  });

  it('has a README with its name, and an install line or a warning that it is internal [PKG-README]', () => {
    const readme = readFileSync(join(getUnpackedFolder(name), 'README.md'), 'utf8');
    expect(readme.startsWith(`# ${name}\n`)).toBe(true);
    const opening = readme.split('\n').slice(1, 4).join(' ');
    if (manifest().description?.startsWith(INTERNAL)) {
      expect(opening).toContain('**Internal to Notes.**');
      expect(opening).toContain('may change in any release');
    } else {
      expect(readme).toMatch(new RegExp(`npm install (?:-g )?(?:@notes/\\w+ )*${name}\\b`));
      expect(opening).not.toContain('Internal');
    }
  });

  it('mentions neither the workspace nor its source condition', () => {
    const text = readFileSync(join(getUnpackedFolder(name), 'package.json'), 'utf8');
    expect(text).not.toMatch(/@notes\/source|workspace:|catalog:|@notes\/tooling/);
  });

  it('pins its dependencies and states the Node version it needs', () => {
    const { dependencies = {}, engines } = manifest();
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(engines).toEqual({ node: readManifest(root).engines?.node });
  });

  it('has a prepack script that refuses to pack with npm [PKG-PACK]', () => {
    const { path } = packed.find((entry) => entry.name === name) as Packed;
    const { scripts = {} } = readManifest(join(root, path));
    expect(scripts.prepack).toBe(`node ${relative(path, 'tooling/release/require-pnpm.mjs')}`);
  });

  it('runs no install script', () => {
    const { scripts = {} } = manifest();
    expect(Object.keys(scripts).filter((script) => /install|prepare|prepublish/.test(script))).toEqual([]);
  });
});

/** Runs the script that npm and pnpm run before they pack, with the name by which they introduce themselves. */
const prepack = (userAgent: string) =>
  spawnSync(process.execPath, [join(root, 'tooling/release/require-pnpm.mjs')], {
    encoding: 'utf8',
    env: { npm_config_user_agent: userAgent, npm_package_name: '@notes/cli' },
  });

it('npm pack ends with the command that packs a package that can be installed [PKG-PACK]', () => {
  const { status, stderr } = prepack('npm/11.6.0 node/v24.0.0 linux x64 workspaces/false');
  expect(status).toBe(1);
  expect(stderr).toContain('@notes/cli was not packed: npm leaves ranges such as workspace:*');
  expect(stderr).toContain('Run "npx pnpm pack" here');
  expect(prepack('pnpm/10.34.9 npm/? node/v24.0.0 linux x64')).toMatchObject({ status: 0, stderr: '' });
});

it('exactly five libraries are public, and all other packages are internal [PKG-INTERNAL]', () => {
  const names = publishablePackages(root).map(({ manifest }) => manifest.name);
  const libraries = listPublicLibraries(root).map(({ manifest }) => manifest.name);
  expect(libraries).toEqual(PUBLIC);
  const internal = publishablePackages(root).filter(({ manifest }) => manifest.description?.startsWith(INTERNAL));
  const applications = ['@notes/cli', '@notes/search-sidecar', '@notes/server'];
  expect([...internal.map(({ manifest }) => manifest.name), ...libraries, ...applications].sort()).toEqual(
    names.sort(),
  );
});
