// @ts-check
import { packSmoke } from '../release/pack-smoke.mjs';
import { runTasks } from './turbo.mjs';

/**
 * Builds, then packs and uses the packages as a consumer would.
 * @param {string} root
 * @param {string[]} args `--compile` to let npm compile the native addon too
 */
export async function runSmoke(root, args) {
  const built = runTasks(root, ['build'], [], { quiet: true });
  if (built === 0) await packSmoke(root, { compile: args.includes('--compile') });
  return built;
}
