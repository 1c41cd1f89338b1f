// @ts-check
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { say } from '../run/output.mjs';
import { readManifest } from '../run/workspace.mjs';
import { toolsServed } from './agent.mjs';
import { loadInBrowser } from './browser.mjs';
import { packAll } from './pack.mjs';
import { exerciseService } from './service.mjs';

const BUILT = 'build/Release/better_sqlite3.node';

/**
 * Packs the built packages, installs the tarballs with plain npm in a folder outside the workspace, and uses them
 * there as a stranger would: both binaries, the service, every entry of every package, and the README's example.
 * @param {string} root
 * @param {{ compile?: boolean }} options compile: let npm build the native addon as well, which takes minutes
 * @throws when anything published is missing or broken
 */
export async function packSmoke(root, { compile = false } = {}) {
  const temporary = mkdtempSync(join(tmpdir(), 'notes-smoke-'));
  try {
    const consumer = join(temporary, 'consumer');
    mkdirSync(consumer);
    const packed = await packAll(root, temporary);
    writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
    const tarballs = packed.map(({ tarball }) => tarball);
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', ...(compile ? [] : ['--ignore-scripts'])];
    execFileSync('npm', ['install', ...quiet, ...tarballs], { cwd: consumer, stdio: ['ignore', 2, 2] });
    if (!compile) placeAddon(root, consumer);
    for (const { name } of packed) loadEntries(consumer, name);
    for (const name of ['@notes/query-language', '@notes/archive-manifest']) runReadmeExample(consumer, name);
    await exerciseArchives(consumer);
    assert.match(runBinary(consumer, 'notes', '--version'), /\d+\.\d+\.\d+/);
    assert.match(runBinary(consumer, 'notes-server', '--version'), /\d+\.\d+\.\d+/);
    const server = join(consumer, 'node_modules', '.bin', 'notes-server');
    const flags = ['--listen', '127.0.0.1:0', '--data-dir', join(temporary, 'data')];
    // The user's own configuration must not decide what this finds.
    const env = { ...process.env, XDG_CONFIG_HOME: temporary };
    exerciseAgent(consumer, join(temporary, 'data'), env);
    const times = await exerciseService([server, 'serve', ...flags], { cwd: consumer, env, readyWithinMs: 30_000 });
    say(`smoke: ${packed.length} packages; ready in ${times.readyMs} ms, stopped in ${times.stopMs} ms`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Copies the addon this workspace compiled to where npm, had it run the build script, would have compiled it from the
 * same version. That saves compiling SQLite a second time; all other files are those npm installed.
 * @param {string} root
 * @param {string} consumer
 */
function placeAddon(root, consumer) {
  const ours = join(root, 'packages', 'storage', 'node_modules', 'better-sqlite3');
  const theirs = join(consumer, 'node_modules', 'better-sqlite3');
  assert.equal(readManifest(theirs).version, readManifest(ours).version);
  cpSync(join(ours, BUILT), join(theirs, BUILT));
}

/**
 * Starts the server as the command line says an assistant does, and asks for its tools.
 * @param {string} consumer
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env
 */
function exerciseAgent(consumer, dataDir, env) {
  const configuration = runBinary(consumer, 'notes', '--data-dir', dataDir, 'mcp', 'config', 'json', '-q');
  const searchPath = [join(consumer, 'node_modules', '.bin'), env.PATH].join(delimiter);
  assert(toolsServed(configuration, { ...env, PATH: searchPath }).length > 0, 'an assistant is offered no tools');
}

/**
 * Verifies the archives that are published with their format, in a browser's bundle of it.
 * @param {string} consumer
 */
async function exerciseArchives(consumer) {
  const name = '@notes/archive-manifest';
  const { parseManifest, verifyArchive } = await loadInBrowser(consumer, name);
  const folder = join(consumer, 'node_modules', name, 'vectors', 'archives', 'every-entity');
  /** A browser has no Buffer. */
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

/** Imports every module a package exports, by the name a consumer would use; the files of the page are none. */
function loadEntries(/** @type {string} */ consumer, /** @type {string} */ name) {
  const { exports = {} } = readManifest(join(consumer, 'node_modules', name));
  for (const entry of Object.keys(exports).filter((key) => !/\.json$|\*/.test(key))) {
    runScript(consumer, `await import(${JSON.stringify(name + entry.slice(1))});`);
  }
}

/** Runs the first TypeScript example of an installed package's README; examples are plain enough to be JavaScript. */
function runReadmeExample(/** @type {string} */ consumer, /** @type {string} */ name) {
  const readme = readFileSync(join(consumer, 'node_modules', name, 'README.md'), 'utf8');
  const example = /^```(?:ts|js|typescript|javascript)\n([\s\S]*?)^```$/m.exec(readme)?.[1];
  assert(example, `${name}: its README has no example`);
  assert(example.includes(`from '${name}'`), `${name}: the README's first example does not import the package`);
  runScript(consumer, example);
}

/**
 * @param {string} consumer
 * @param {string} source
 */
function runScript(consumer, source) {
  execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: consumer,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * @param {string} consumer
 * @param {string} binary
 * @param {string[]} args
 */
function runBinary(consumer, binary, ...args) {
  return execFileSync(join(consumer, 'node_modules', '.bin', binary), args, { cwd: consumer, encoding: 'utf8' });
}
