// @ts-check
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { readManifest } from '../run/workspace.mjs';

/**
 * Excluded packages: an addon that npm installs for one system only, without which the thread pool runs at its usual
 * priority; a package that is copied at the build.
 */
const LEFT_OUT = new Set(['@napi-rs/nice', 'better-sqlite3-node20']);
/** Matches files that are neither needed at run time nor legal notices. */
const SUPERFLUOUS = /\.(?:map|d\.[cm]?ts|ts|md|markdown|c|h|gyp|gypi)$/i;
const NOTICE = /^(?:licen[cs]e|notice|copying|readme)/i;
const MODE = 0o644;

/**
 * Copies built apps, and every package they load at run time, as npm would install them.
 * @param {string} root folder of the workspace
 * @param {string} folder destination of `node_modules`
 * @param {readonly string[]} apps names of their folders
 * @returns {Map<string, string>} path of each program from `folder`, with slashes, by the name of its command
 * @throws when they would need two versions of one package
 */
export function stageApps(root, folder, apps) {
  const modules = join(folder, 'node_modules');
  /** Folder each package is copied from, by name. @type {Map<string, string>} */
  const copied = new Map();
  const sources = apps.map((app) => realpathSync(join(root, 'apps', app)));
  const queue = [...sources];
  for (const source of queue) {
    const { name, dependencies = {}, optionalDependencies = {} } = readManifest(source);
    const before = copied.get(name);
    if (before === source) continue;
    if (before !== undefined) throw new Error(`Two versions of ${name} are needed: ${before} and ${source}.`);
    copied.set(name, source);
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (LEFT_OUT.has(needed)) continue;
      const found = findPackage(source, needed);
      if (found === undefined) throw new Error(`${needed}, which ${name} needs, is not installed.`);
      queue.push(found);
    }
  }
  const published = publishedFiles([...copied.values()].filter(isOurs));
  for (const [name, source] of copied)
    copyFiles(source, join(modules, name), published.get(name) ?? installedFiles(source));
  const manifests = sources.map((source) => readManifest(source));
  const programs = manifests.flatMap(({ name, bin = {} }) =>
    Object.entries(bin).map(([command, path]) => /** @type {const} */ ([command, `node_modules/${name}/${path}`])),
  );
  return new Map(programs);
}

const isOurs = (/** @type {string} */ source) => !source.split(sep).includes('node_modules');

/** Finds a package as Node does, in the folders named node_modules above. */
function findPackage(/** @type {string} */ from, /** @type {string} */ name) {
  for (let at = from; at !== dirname(at); at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
  }
  return undefined;
}

function copyFiles(/** @type {string} */ source, /** @type {string} */ target, /** @type {string[]} */ paths) {
  for (const path of paths) {
    const to = join(target, path);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(join(source, path), to);
    chmodSync(to, MODE);
  }
}

/**
 * Lists the files of workspace packages that npm would publish, except maps. One npm lists all of them, because its
 * start takes longer than a list.
 * @param {string[]} sources
 * @returns {Map<string, string[]>} sorted paths by the name of the package
 */
function publishedFiles(sources) {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', ...sources];
  const packed = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  return new Map(
    packed.map((/** @type {{ name: string, files: { path: string }[] }} */ { name, files }) => [
      name,
      files
        .map(({ path }) => path)
        .filter((path) => !path.endsWith('.map'))
        .sort(),
    ]),
  );
}

/** Lists the files of an installed package that it needs at run time, and its notices. @returns {string[]} */
function installedFiles(/** @type {string} */ source) {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .filter((path) => isNeeded(path.split(sep)))
    .sort();
}

function isNeeded(/** @type {string[]} */ parts) {
  const file = parts.at(-1) ?? '';
  return !parts.includes('node_modules') && (NOTICE.test(file) || !SUPERFLUOUS.test(file));
}
