// @ts-check
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/workspace.mjs';

const DIGEST_LENGTH = 16;

/**
 * Lists the files that try to break a claim: its test files with everything in its test folders, or its script. Modules
 * that a script imports are not among them.
 *
 * @param {import('./claims.mjs').Claim} claim
 * @param {string} [checkout]
 * @returns {string[]} paths below the root, sorted
 * @throws {Error} when a file or folder does not exist
 */
export function listClaimFiles({ script, tests }, checkout = root) {
  if (tests === undefined) return [script];
  return tests.files.flatMap((file) => listFiles(checkout, `${tests.folder}/${file}`)).sort();
}

/**
 * Returns a digest of the files of a claim, which shows whether a result is of the present files.
 * @param {import('./claims.mjs').Claim} claim
 * @param {string} [checkout]
 */
export function hashClaimFiles(claim, checkout = root) {
  const hash = createHash('sha256');
  for (const path of listClaimFiles(claim, checkout))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(checkout, path)))
      .update('\0');
  return hash.digest('hex').slice(0, DIGEST_LENGTH);
}

/** @returns {string[]} */
function listFiles(/** @type {string} */ checkout, /** @type {string} */ path) {
  if (!statSync(join(checkout, path)).isDirectory()) return [path];
  return readdirSync(join(checkout, path)).flatMap((name) => listFiles(checkout, `${path}/${name}`));
}
