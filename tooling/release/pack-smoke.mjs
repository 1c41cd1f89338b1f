// @ts-check
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workInParallel } from '../run/in-parallel.mjs';
import { say } from '../run/output.mjs';
import { readManifest } from '../run/workspace.mjs';
import { loadInBrowser } from './browser.mjs';
import { checkGlobalInstall, getSizeBytes } from './global-install.mjs';
import { installCells } from './nodes.mjs';
import { packAll } from './pack.mjs';
import { startRegistry } from './registry.mjs';

const run = promisify(execFile);

/** Packages for use in other projects, each installed alone. */
const LIBRARIES = ['query-language', 'markdown-blocks', 'link-graph', 'archive-manifest', 'sync-protocol'];

/**
 * Publishes the built packages to a private registry, and installs them as a user would: both commands globally with
 * releases of Node and npm, and each library in an empty project, where its README's example runs.
 * @param {string} root
 * @param {{ all?: boolean }} options all: each release of Node with each of npm
 * @throws when anything published is missing or broken
 */
export async function packSmoke(root, { all = false } = {}) {
  const temporary = mkdtempSync(join(tmpdir(), 'notes-smoke-'));
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const registry = await startRegistry(join(temporary, 'registry'), upstream);
  try {
    const count = availableParallelism();
    const [packed, cells] = await Promise.all([
      publishAll(root, registry, join(temporary, 'tarballs')),
      listCells(temporary, root, all),
    ]);
    await workInParallel(LIBRARIES, count, (name) => checkLibrary(`@notes/${name}`, registry, join(temporary, name)));
    await workInParallel([...cells.entries()], count, async ([n, cell]) =>
      say(`smoke: ${await checkGlobalInstall(cell, registry, join(temporary, `cell-${n}`))}`),
    );
    say(`smoke: ${packed.length} packages`);
  } finally {
    await registry.stop();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Releases of Node come as packages for Linux on x64; on other systems the running Node is tested. */
async function listCells(/** @type {string} */ temporary, /** @type {string} */ root, /** @type {boolean} */ all) {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const withNode20 = existsSync(join(root, 'packages/native/addons/linux-x64/dist/sqlite-node20.node'));
    if (!withNode20) say('smoke: Node 20 is skipped, because its addon is only built with Node 20');
    return installCells(join(temporary, 'nodes'), { all, withNode20 });
  }
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  const program = join(npm, 'npm', 'bin', 'npm-cli.js');
  return [{ node: process.execPath, npm: program, name: `Node ${process.versions.node}` }];
}

/**
 * @param {string} root
 * @param {import('./registry.mjs').Registry} registry
 * @param {string} folder for the tarballs
 */
async function publishAll(root, registry, folder) {
  mkdirSync(folder);
  const packed = await packAll(root, folder);
  await workInParallel(packed, availableParallelism(), ({ tarball }) => publish(registry, tarball));
  return packed;
}

async function publish(
  /** @type {import('./registry.mjs').Registry} */ { address, token },
  /** @type {string} */ tarball,
) {
  const key = `--${address.replace('http:', '')}/:_authToken=${token}`;
  const flags = ['--registry', address, key, '--access', 'public', '--provenance=false', '--silent'];
  await run('npm', ['publish', tarball, ...flags]);
}

/**
 * @param {string} name
 * @param {import('./registry.mjs').Registry} registry
 * @param {string} folder
 */
async function checkLibrary(name, registry, folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await installIn(folder, registry, [name]);
  await loadEntries(folder, name);
  const readme = readFileSync(join(folder, 'node_modules', name, 'README.md'), 'utf8');
  const [first, ...others] = readExamples(readme);
  assert(first, `${name}: its README has no example`);
  assert(first.includes(`from '${name}`), `${name}: the README's first example does not import the package`);
  await runScript(folder, first);
  const loaded = await loadInBrowser(folder, name);
  assert(Object.keys(loaded).length > 0, `${name}: exports nothing in a browser`);
  if (name === '@notes/archive-manifest') await exerciseArchives(folder, loaded);
  const modules = join(folder, 'node_modules');
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const count = Object.keys(lock.packages).length;
  say(`smoke: ${name}: ${(getSizeBytes(modules) / 1_000_000).toFixed(1)} MB, ${count - 1} dependencies`);
  const beside = new RegExp(`^npm install ${name} (.+)$`, 'm').exec(readme)?.[1];
  if (beside === undefined) return;
  await installIn(folder, registry, beside.split(' '));
  for (const example of others) await runScript(folder, example);
}

/**
 * @param {string} folder folder of a project
 * @param {import('./registry.mjs').Registry} registry
 * @param {string[]} names
 */
async function installIn(folder, registry, names) {
  const flags = ['--registry', registry.address, '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  await run('npm', ['install', ...flags, ...names], { cwd: folder });
}

/** Returns the examples of a README in TypeScript or JavaScript; all of them are valid JavaScript. */
const readExamples = (/** @type {string} */ readme) =>
  [...readme.matchAll(/^```(?:ts|js|typescript|javascript)\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);

/**
 * Verifies the archives that are published with their format, with the library bundled for a browser.
 * @param {string} consumer
 * @param {any} loaded
 */
async function exerciseArchives(consumer, { parseManifest, verifyArchive }) {
  const name = '@notes/archive-manifest';
  const folder = join(consumer, 'node_modules', name, 'vectors', 'archives', 'every-entity');
  /** Hides Buffer, which a browser does not have. */
  const read = (/** @type {string} */ path) =>
    existsSync(join(folder, path)) ? new Uint8Array(readFileSync(join(folder, path))) : null;
  assert(parseManifest(read('manifest.json')).ok, `${name}: its manifest is refused in a browser`);
  const reader = {
    size: async (/** @type {string} */ path) => read(path)?.length ?? null,
    read: async (/** @type {string} */ path, /** @type {number} */ offset, /** @type {number} */ length) =>
      read(path)?.subarray(offset, offset + length) ?? new Uint8Array(),
  };
  const { problems } = await verifyArchive(reader, { level: 3 });
  assert.equal(problems.length, 0, `${name}: its archive has faults in a browser`);
}

/** Imports every module that a package exports, by the name a consumer would use; files of the page are excluded. */
async function loadEntries(/** @type {string} */ consumer, /** @type {string} */ name) {
  const { exports = {} } = readManifest(join(consumer, 'node_modules', name));
  for (const entry of Object.keys(exports).filter((key) => !/\.json$|\*/.test(key))) {
    await runScript(consumer, `await import(${JSON.stringify(name + entry.slice(1))});`);
  }
}

/**
 * @param {string} consumer
 * @param {string} source
 */
async function runScript(consumer, source) {
  await run(process.execPath, ['--input-type=module', '--eval', source], { cwd: consumer });
}
