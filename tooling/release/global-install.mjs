// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importFrom } from '../bench/packages.mjs';
import { findChromium } from '../run/chromium.mjs';
import { callTool } from './agent.mjs';
import { buildEnvironment } from './nodes.mjs';
import { testService } from './service.mjs';

const run = promisify(execFile);
const MB = 1_000_000;
/** Limits of both commands together, with all dependencies: npm installs them twice, once for each. */
const MAX_BYTES = 60 * MB;
const MAX_PACKAGES = 40;
const READY_MS = 30_000;
const TITLES = ['A note over REST', 'A note over MCP'];

/**
 * Installs both commands globally from a registry, with one release of Node and npm, an empty home and no compiler, and
 * uses them: the service, REST, MCP, the page in Chromium, an archive and its restore.
 * @param {import('./nodes.mjs').Cell} cell
 * @param {import('./registry.mjs').Registry} registry
 * @param {string} folder empty folder
 * @returns {Promise<string>} its figures, on one line
 * @throws when the installation or anything installed fails
 */
export async function checkGlobalInstall(cell, registry, folder) {
  const [home, prefix] = [join(folder, 'home'), join(folder, 'prefix')];
  mkdirSync(home, { recursive: true });
  const bin = join(prefix, 'bin');
  const env = buildEnvironment(cell, home, bin);
  const packages = ['@notes/server', '@notes/cli'];
  const flags = ['--global', '--prefix', prefix, '--registry', registry.address, '--no-audit', '--no-fund'];
  const started = performance.now();
  await run(cell.node, [cell.npm, 'install', ...flags, ...packages], { env, cwd: home });
  const installMs = performance.now() - started;

  const installed = [...listPackages(join(prefix, 'lib', 'node_modules'))];
  const bytes = getSizeBytes(prefix);
  const scripted = installed.filter(hasInstallScript);
  assert.deepEqual(scripted, [], `${cell.name}: packages with install scripts`);
  assert(installed.length < MAX_PACKAGES, `${cell.name}: ${installed.length} packages`);
  assert(bytes < MAX_BYTES, `${cell.name}: ${bytes} bytes`);
  const { readyMs } = await useCommands(env, folder);
  const seconds = (installMs / 1_000).toFixed(1);
  const size = (bytes / MB).toFixed(1);
  return `${cell.name}: installed in ${seconds} s, ${size} MB, ${installed.length} packages, ready in ${readyMs} ms`;
}

/** @returns {Promise<{ readyMs: number }>} */
async function useCommands(/** @type {NodeJS.ProcessEnv} */ env, /** @type {string} */ folder) {
  const dataDir = join(folder, 'library');
  const notes = async (/** @type {string[]} */ ...args) =>
    (await run('notes', ['--data-dir', dataDir, ...args], { env, cwd: folder })).stdout;
  assert.match(await notes('--version'), /\d+\.\d+\.\d+/);
  const serve = /** @type {[string, ...string[]]} */ ([
    'notes-server',
    '--data-dir',
    dataDir,
    '--listen',
    '127.0.0.1:0',
  ]);
  const times = await testService(serve, {
    cwd: folder,
    env,
    readyWithinMs: READY_MS,
    useCommands: async (address) => {
      const headers = { 'Content-Type': 'application/json' };
      const [title, other] = TITLES;
      const body = JSON.stringify({ title, body: 'written by a script' });
      const answer = await fetch(`${address}/api/v1/documents`, { method: 'POST', headers, body });
      assert.equal(answer.status, 201, await answer.text());
      const configuration = await notes('mcp', 'config', 'json', '--scope', 'editor', '--quiet');
      await callTool(configuration, env, 'create_note', { title: other, body: 'written by an assistant' });
      await openPage(address);
    },
  });
  findTitles(await notes('search', 'written'));
  const archive = join(folder, 'archive');
  await notes('archive', 'export', archive);
  await notes('archive', 'verify', archive);
  const restored = join(folder, 'restored');
  await notes('archive', 'restore', archive, '--into-dir', restored);
  findTitles((await run('notes', ['--data-dir', restored, 'search', 'written'], { env })).stdout);
  return times;
}

function findTitles(/** @type {string} */ found) {
  for (const title of TITLES) assert(found.includes(title), `${title} is not in: ${found}`);
}

/** Opens the page in Chromium, where available, and waits for the notes in the list. */
async function openPage(/** @type {string} */ address) {
  const executablePath = findChromium();
  if (executablePath === undefined) return;
  const { default: playwright } = await importFrom('apps/web', 'playwright-core');
  const browser = await playwright.chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    for (const title of TITLES) await page.getByText(title).first().waitFor();
  } finally {
    await browser.close();
  }
}

/** @returns {Generator<string>} the folders of all installed packages */
function* listPackages(/** @type {string} */ modules) {
  if (!existsSync(modules)) return;
  for (const name of readdirSync(modules)) {
    if (name.startsWith('.')) continue;
    const path = join(modules, name);
    if (name.startsWith('@')) yield* listPackages(path);
    else if (existsSync(join(path, 'package.json'))) {
      yield path;
      yield* listPackages(join(path, 'node_modules'));
    }
  }
}

function hasInstallScript(/** @type {string} */ folder) {
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
}

/** @returns {number} bytes of the files below a folder */
export function getSizeBytes(/** @type {string} */ path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + getSizeBytes(join(path, name)), 0);
}
