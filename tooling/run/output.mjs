// @ts-check
import { spawnSync } from 'node:child_process';

/** Progress for people goes to standard error: standard output is for the server's ready line and for results. */
export function say(/** @type {string} */ message) {
  process.stderr.write(`${message}\n`);
}

/** Prints the message and returns the exit code, so that a command can `return fail(2, '…')`. */
export function fail(/** @type {number} */ code, /** @type {string} */ message) {
  say(message);
  return code;
}

/**
 * Runs a command whose output is printed to standard error only when it fails.
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
