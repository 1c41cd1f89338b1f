// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Returns the command that runs another one, and writes its calls to files that begin with a path, one for each thread.
 * @param {string} log
 * @param {string} calls names of system calls, separated by commas
 */
export const createTracer = (log, calls) => [
  ...['strace', '-ff', '-qq', '--seccomp-bpf', '-s', '4096', '-e', 'signal=none', '-e', `trace=${calls}`, '-o', log],
];

/** Reads the lines of all files of a trace. @returns {string[]} */
export function readTraceLines(/** @type {string} */ log) {
  const names = readdirSync(dirname(log)).filter((name) => name.startsWith(`${basename(log)}.`));
  return names.flatMap((name) => readFileSync(join(dirname(log), name), 'utf8').split('\n'));
}
