// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * Package with code in a bundle.
 * @typedef {object} Bundled
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX expression, as the package says it
 * @property {string} text the notice that goes with every copy
 */

const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const MIT = /^The MIT License/;
/** Licences whose text some packages omit. The text of TypeScript's package is the licence alone. */
const APACHE = createRequire(import.meta.url).resolve('typescript/LICENSE.txt');

/**
 * Yields the folders of the packages in a bundle, by modules and by files such as fonts.
 * @param {import('vite').Rolldown.OutputBundle} bundle built in the working directory
 * @returns {Generator<string>}
 */
export function* listPackageFolders(bundle) {
  for (const output of Object.values(bundle)) {
    const sources =
      output.type === 'chunk' ? output.moduleIds : (output.originalFileNames ?? []).map((name) => resolve(name));
    for (const source of sources) {
      const [, folder] = PACKAGE.exec(source) ?? [];
      if (folder !== undefined) yield folder;
    }
  }
}

/**
 * Returns the notices for a bundle of some packages, as JSON, sorted by name.
 * @param {Iterable<string>} folders
 */
export function formatNotices(folders) {
  const packages = [...new Set(folders)].map(describePackage);
  packages.sort((a, b) => (a.name < b.name ? -1 : 1));
  return JSON.stringify(packages, null, 1);
}

/** @returns {Bundled} */
function describePackage(/** @type {string} */ folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = readNotice(folder) || (license === 'Apache-2.0' ? readFileSync(APACHE, 'utf8') : '');
  return { name, version, licence: license ?? (MIT.test(text) ? 'MIT' : ''), text };
}

/** Returns the text of the licence file, or that at the end of the readme. */
function readNotice(/** @type {string} */ folder) {
  const files = readdirSync(folder);
  const file = files.find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  const readme = files.find((entry) => /^readme/i.test(entry));
  const said = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8');
  return /^#+ Licen[cs]e\n([\s\S]*)/im.exec(said)?.[1]?.trim() ?? '';
}
