// @ts-check
import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { removeLeftovers } from '../run/memory-folder.mjs';

const PREFIX = 'notes-prove-copy-';
/** Folders of the root with sources and built programs. */
const FOLDERS = ['apps', 'docs', 'packages', 'patches', 'tooling'];
/** Folders at any depth that no script and no build reads. */
const IGNORED = new Set(['.test-results', '.turbo', 'coverage', '.vite', '.vite-temp']);

/**
 * Copies a checkout with its uncommitted changes and built programs into the folder for temporary files. The installed
 * dependencies are linked. Copies of runs that were killed are removed.
 *
 * @param {string} checkout
 * @param {{ signal: AbortSignal }} options signal: leaves the copy incomplete
 * @returns {Promise<{ path: string, remove: () => void }>}
 */
export async function copyCheckout(checkout, { signal }) {
  const place = realpathSync(tmpdir());
  removeLeftovers(place, PREFIX);
  const path = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  try {
    symlinkSync(join(checkout, 'node_modules'), join(path, 'node_modules'), 'junction');
    for (const entry of readdirSync(checkout, { withFileTypes: true })) {
      if (!entry.isFile() && !FOLDERS.includes(entry.name)) continue;
      const filter = (/** @type {string} */ source) => !signal.aborted && !IGNORED.has(basename(source));
      // Links in `node_modules` of a package are relative, so that they lead into the copy.
      const options = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter };
      await cp(join(checkout, entry.name), join(path, entry.name), options);
    }
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
