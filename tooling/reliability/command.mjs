// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../bench/packages.mjs';
import { commandProgram } from '../run/workspace.mjs';

const CLI = commandProgram(root);

/** System calls with which a command changes the disk. */
export const WRITING_CALLS = [
  ...['pwrite64', 'write', 'writev', 'fsync', 'fdatasync', 'ftruncate', 'rename', 'link', 'unlink', 'rmdir', 'mkdir'],
];

/** @typedef {{ status: number | null, wasKilled: boolean, stdout: string, stderr: string }} Ended */
/** @typedef {(under?: readonly string[]) => Ended} Command runs to its end, under another one where it is given */

/**
 * Returns the built command with these arguments. It has one file thread, so that its calls come in the same order in
 * each run.
 * @param {readonly string[]} words
 * @param {Record<string, string>} [env]
 * @param {string} [input] standard input
 * @returns {Command}
 */
export function command(words, env = {}, input = '') {
  return (under = []) => {
    const [first = '', ...rest] = [...under, process.execPath, CLI, ...words, '--json', '-q'];
    const { status, signal, stdout, stderr } = spawnSync(first, rest, {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1', ...env },
      encoding: 'utf8',
      input,
    });
    return { status, wasKilled: signal === 'SIGKILL' || status === 137, stdout, stderr };
  };
}

/** Returns true when processes can be traced here. */
export const canTrace = () => spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;

/**
 * Counts system calls while a command runs to its end.
 * @param {Command} run
 * @param {readonly string[]} calls
 * @returns {Map<string, number>} by call: the number in the thread that makes most of them
 */
export function countCalls(run, calls) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-calls-'));
  const log = join(folder, 'log');
  try {
    run(['strace', '-f', '-o', log, '-e', `trace=${calls.join()}`]);
    /** @type {Map<string, number>} */
    const byThread = new Map();
    for (const [thread] of readFileSync(log, 'utf8').matchAll(/^\d+ +\w+(?=\()/gm))
      byThread.set(thread, (byThread.get(thread) ?? 0) + 1);
    const counted = [...byThread].map(([thread, count]) => /** @type {const} */ ([thread.split(/ +/)[1] ?? '', count]));
    return new Map(
      calls.map((call) => [call, Math.max(0, ...counted.flatMap(([each, count]) => (each === call ? count : [])))]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command and kills it as one of its threads begins a call for the nth time. */
export const killAt = (/** @type {Command} */ run, /** @type {string} */ call, /** @type {number} */ nth) =>
  run(['strace', '-f', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${nth}`]);

/** Returns some distinct numbers from 1 to a total, evenly spread; all where there are not more. */
export function choosePoints(/** @type {number} */ total, /** @type {number} */ points) {
  const count = Math.min(total, points);
  return Array.from({ length: count }, (_, n) => 1 + Math.floor((n * total) / count));
}
