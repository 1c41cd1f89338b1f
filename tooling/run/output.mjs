// @ts-check
import { spawnSync } from 'node:child_process';

/** Progress for people goes to standard error: standard output belongs to the server's ready line and to results. */
export function say(/** @type {string} */ message) {
  process.stderr.write(`${message}\n`);
}

/** Says the message and answers the exit code, so that a command can `return fail(2, '…')`. */
export function fail(/** @type {number} */ code, /** @type {string} */ message) {
  say(message);
  return code;
}

/**
 * Runs a command whose chatter interests nobody until it fails; then all of it goes to standard error.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {number} exit code
 */
export function runQuietly(command, args, options) {
  const { status, error, output } = spawnSync(command, args, { ...options, maxBuffer: 64 * 1024 * 1024 });
  if (error) say(error.message);
  if (status !== 0) for (const part of output ?? []) process.stderr.write(part ?? '');
  return status ?? 1;
}
