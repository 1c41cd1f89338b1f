// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads every file and folder below a folder, a folder before what is in it.
 * @returns {Map<string, Buffer | undefined>} by path; folders have no bytes
 */
export function readTree(/** @type {string} */ folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => /** @type {const} */ ([join(entry.parentPath, entry.name), entry.isFile()]));
  paths.sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(paths.map(([path, isFile]) => [path, isFile ? readFileSync(path) : undefined]));
}
