// @ts-check
import { packSmoke } from '../release/pack-smoke.mjs';
import { runTasks } from './turbo.mjs';

/**
 * Builds, then publishes the packages to a private registry and uses them as a consumer would.
 * @param {string} root
 * @param {string[]} args `--all` for each release of Node with each of npm
 */
export async function runSmoke(root, args) {
  const built = runTasks(root, ['build'], [], { quiet: true });
  if (built === 0) await packSmoke(root, { all: args.includes('--all') });
  return built;
}
