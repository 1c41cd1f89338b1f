// @ts-check
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/workspace.mjs';

/** Titles that are no file names, or the same one. */
export const TITLES = [
  '../../outside',
  'CON',
  'a/b',
  'a\\b',
  'Same',
  'Same',
  'same',
  'Grüße 🌱',
  '.hidden',
  'x'.repeat(500),
];
/** Names that the readers use for their own folders. */
export const NOTEBOOKS = ['Trash', 'attachments', 'versions'];

/**
 * Copies the reader of a package alone, as people are told to keep it, and returns a function that runs it. The flag -S
 * of Python hides installed packages.
 * @param {string} name name of the package, which is its folder
 * @param {string} program
 * @param {string} folder
 */
export function copyReader(name, program, folder) {
  const copy = join(folder, `${name} reader`);
  cpSync(join(root, 'packages', name, 'reader'), copy, { recursive: true });
  return (/** @type {readonly string[]} */ args, input = '', flags = ['-S']) => {
    const { status, stderr } = spawnSync('python3', ['-B', ...flags, join(copy, program), ...args], {
      input,
      encoding: 'utf8',
    });
    return { status, stderr };
  };
}

/** Returns the paths of all files below a folder, relative to it and ascending. */
export const listFiles = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Returns the text of a written note without the front matter that the reader adds; null when the file has another text. */
export function stripFrontMatter(/** @type {string} */ file, /** @type {string} */ body) {
  const text = readFileSync(file, 'utf8');
  const front = text.slice(0, text.length - body.length);
  return front + body === text && /^(?:---\n(?:(?:title|tags): .*\n)+---\n)?$/.test(front) ? body : null;
}

/** Removes a file, or flips one of its bits. */
export function damageFile(
  /** @type {string} */ file,
  /** @type {'deleted' | 'altered'} */ how,
  /** @type {() => number} */ random,
) {
  const bytes = readFileSync(file);
  rmSync(file);
  if (how === 'deleted') return;
  const at = Math.floor(random() * bytes.length);
  bytes[at] = /** @type {number} */ (bytes[at]) ^ (1 << Math.floor(random() * 8));
  writeFileSync(file, bytes);
}
