// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * A package of which something is in a bundle.
 * @typedef {object} Bundled
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX expression, as the package says it
 * @property {string} text the notice that goes with every copy
 */

const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const MIT = /^The MIT License/;
/** Packages under it come without it now and then. That of TypeScript is its text alone. */
const APACHE = createRequire(import.meta.url).resolve('typescript/LICENSE.txt');

/**
 * The folders of the packages that are in a bundle.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @returns {Generator<string>}
 */
export function* foldersOf(bundle) {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue;
    for (const id of output.moduleIds) {
      const [, folder] = PACKAGE.exec(id) ?? [];
      if (folder !== undefined) yield folder;
    }
  }
}

/**
 * What goes with a bundle of some packages, as JSON, by their names.
 * @param {Iterable<string>} folders
 */
export function noticesOf(folders) {
  const packages = [...new Set(folders)].map(described);
  packages.sort((a, b) => (a.name < b.name ? -1 : 1));
  return JSON.stringify(packages, null, 1);
}

/** @returns {Bundled} */
function described(/** @type {string} */ folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = noticeIn(folder) || (license === 'Apache-2.0' ? readFileSync(APACHE, 'utf8') : '');
  return { name, version, licence: license ?? (MIT.test(text) ? 'MIT' : ''), text };
}

/** The file of the licence, else what the readme says of it at its end. */
function noticeIn(/** @type {string} */ folder) {
  const files = readdirSync(folder);
  const file = files.find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  const readme = files.find((entry) => /^readme/i.test(entry));
  const said = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8');
  return /^#+ Licen[cs]e\n([\s\S]*)/im.exec(said)?.[1]?.trim() ?? '';
}
