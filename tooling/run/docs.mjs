// @ts-check
import { join } from 'node:path';
import { say } from './output.mjs';
import { runTasks } from './turbo.mjs';

/**
 * Builds the documentation site and prints the path of its pages. Nothing is fetched.
 *
 * @param {string} root
 * @param {string[]} args go to turbo, such as `--force`
 * @returns {number} exit code
 */
export function buildDocs(root, args) {
  const code = runTasks(root, ['site'], args);
  if (code === 0) say(`The documentation site is in ${join(root, 'docs', 'dist', 'site')}.`);
  return code;
}
