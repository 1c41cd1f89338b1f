// @ts-check
import { packSmoke } from '../release/pack-smoke.mjs';
import { runTasks } from './turbo.mjs';

/** Builds, then packs and uses the packages as a consumer would. */
export async function runSmoke(/** @type {string} */ root) {
  const built = runTasks(root, ['build'], [], { quiet: true });
  if (built === 0) await packSmoke(root);
  return built;
}
