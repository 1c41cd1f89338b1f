// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository root. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @typedef {{ name: string, version: string, description?: string, keywords?: string[], private?: boolean,
 *   sideEffects?: boolean, repository?: { type: string, url: string, directory?: string }, homepage?: string,
 *   bugs?: { url: string }, packageManager?: string, bin?: Record<string, string>, engines?: { node?: string }, scripts?: Record<string, string>, exports?: Record<string, unknown>,
 *   publishConfig?: { exports?: Record<string, unknown> }, files?: string[],
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> }} Manifest
 */

/** Reads the `package.json` of one folder. */
export function readManifest(/** @type {string} */ dir) {
  return /** @type {Manifest} */ (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
}

/** Path of the built service, as installed. */
export const serviceProgram = (/** @type {string} */ base) => getProgram(join(base, 'apps', 'server'), 'notes-server');

/** Path of the built command, as installed. */
export const commandProgram = (/** @type {string} */ base) => getProgram(join(base, 'apps', 'cli'), 'notes');

const getProgram = (/** @type {string} */ dir, /** @type {string} */ name) =>
  join(dir, /** @type {string} */ (readManifest(dir).bin?.[name]));

/**
 * Lists the workspace's packages, in a fixed order. The patterns of pnpm-workspace.yaml are repeated here because this
 * runs before a YAML parser is installed; a test compares the two.
 * @param {string} base
 * @returns {{ dir: string, path: string, manifest: Manifest }[]}
 */
export function workspacePackages(base) {
  const paths = ['packages', 'packages/native/addons', 'apps', 'tooling'].flatMap((parent) =>
    existsSync(join(base, parent)) ? readdirSync(join(base, parent)).map((name) => `${parent}/${name}`) : [],
  );
  return ['docs', 'tooling', ...paths.sort()]
    .filter((path) => existsSync(join(base, path, 'package.json')))
    .map((path) => ({ path, dir: join(base, path), manifest: readManifest(join(base, path)) }));
}
