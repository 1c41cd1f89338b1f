// @ts-check
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail } from './output.mjs';
import { runTasks } from './turbo.mjs';

/**
 * Builds the workspace, then runs the benchmarks with no other task in parallel.
 * @param {string} root
 * @param {string[]} args passed on; pnpm hands a leading `--` over with them
 * @returns {number} exit code
 */
export function bench(root, args) {
  const built = runTasks(root, ['build'], [], { quiet: true });
  if (built !== 0) return fail(built, 'The build failed. See the output above.');
  const script = join(root, 'tooling', 'bench', 'main.mjs');
  const own = args[0] === '--' ? args.slice(1) : args;
  const { status, error } = spawnSync(process.execPath, [script, ...own], { stdio: ['ignore', 'inherit', 'inherit'] });
  return error ? fail(1, error.message) : (status ?? 1);
}
