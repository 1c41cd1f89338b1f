// @ts-check
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly, say } from '../run/output.mjs';

/**
 * Installs the packages of a folder with its own lock file, unless they are installed already.
 * @param {string} folder
 * @param {string} notice text to print before an installation
 * @returns {boolean} false when npm failed
 */
export function installOutside(folder, notice) {
  const lock = join(folder, 'package-lock.json');
  /** Record of the installation; npm removes it with everything else before it installs again. */
  const installed = join(folder, 'node_modules', '.installed-lock.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8')) return true;
  say(notice);
  if (runQuietly('npm', ['ci'], { cwd: folder }) !== 0) return false;
  copyFileSync(lock, installed);
  return true;
}
