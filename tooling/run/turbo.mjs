// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { runQuietly, say } from './output.mjs';

/**
 * The environment of every task. The absolute `.bin` comes first on PATH: turbo looks for its `pnpm` there. The Node
 * ABI is part of turbo's cache key, so that a result of one Node is not replayed on another; its name keeps clear of
 * `NOTES_`, whose unknown names the server refuses. So is the browser, for tests that were skipped without one.
 */
export function taskEnvironment(/** @type {string} */ root) {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    TOOLING_NODE_ABI: process.versions.modules,
    CHROMIUM_PATH: findChromium() ?? '',
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
  };
}

/**
 * Runs tasks over the workspace, twice as many at once as there are cores, since tests mostly wait. Arguments after
 * the tasks go to turbo.
 * @param {string} root
 * @param {string[]} tasks
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> | undefined }} options quiet: say nothing unless a task
 *   fails, then everything, on standard error; env: more variables of the tasks
 * @returns {number} exit code
 */
export function runTasks(root, tasks, args = [], { quiet = false, env = {} } = {}) {
  const turbo = join(root, 'node_modules', '.bin', 'turbo');
  const command = ['run', ...tasks, '--concurrency=200%', '--log-order=grouped', ...args];
  const options = { cwd: root, env: { ...taskEnvironment(root), ...env } };
  if (quiet) return runQuietly(turbo, [...command, '--output-logs=errors-only'], options);
  const { status, error } = spawnSync(turbo, [...command, '--output-logs=new-only'], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) say(error.message);
  return status ?? 1;
}

const runs = (/** @type {string} */ root) => join(root, '.turbo', 'runs');

/** Deletes the summaries of earlier runs, so that `failedTasks` covers only later ones. */
export function forgetRuns(/** @type {string} */ root) {
  rmSync(runs(root), { recursive: true, force: true });
}

/**
 * Returns the tasks that failed in the runs made with `--summarize` since `forgetRuns`.
 * @param {string} root
 * @returns {{ directory: string, task: string }[]}
 */
export function failedTasks(root) {
  const files = existsSync(runs(root)) ? readdirSync(runs(root)) : [];
  return files
    .flatMap((file) => JSON.parse(readFileSync(join(runs(root), file), 'utf8')).tasks)
    .filter(({ execution }) => execution && execution.exitCode !== 0)
    .map(({ directory, task }) => ({ directory, task }));
}
