// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../bench/packages.mjs';
import { commandProgram } from '../run/workspace.mjs';

const CLI = commandProgram(root);

/** System calls with which a command changes the disk. */
export const WRITING_CALLS = ['pwrite64', 'write', 'fsync', 'ftruncate', 'rename', 'unlink', 'mkdir'];

/** @typedef {{ status: number | null, wasKilled: boolean, stdout: string, stderr: string }} Ended */
/** @typedef {(under?: readonly string[]) => Ended} Command runs to its end, under another one where it is given */

/**
 * Returns the built command with these arguments.
 * @returns {Command}
 */
export function command(/** @type {readonly string[]} */ words, /** @type {Record<string, string>} */ env = {}) {
  return (under = []) => {
    const [first = '', ...rest] = [...under, process.execPath, CLI, ...words, '--json', '-q'];
    const { status, signal, stdout, stderr } = spawnSync(first, rest, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    return { status, wasKilled: signal === 'SIGKILL' || status === 137, stdout, stderr };
  };
}

/** Returns true when processes can be traced here. */
export const canTrace = () => spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;

/** Counts the calls of the main thread while a command runs to its end. */
export function countCalls(/** @type {Command} */ run, /** @type {string} */ call) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-calls-'));
  const log = join(folder, 'log');
  try {
    run(['strace', '-o', log, '-e', `trace=${call}`]);
    const lines = readFileSync(log, 'utf8').split('\n');
    return lines.filter((line) => line.startsWith(`${call}(`)).length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command and kills it as its main thread begins a call for the nth time. */
export const killAt = (/** @type {Command} */ run, /** @type {string} */ call, /** @type {number} */ nth) =>
  run(['strace', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${nth}`]);

/** Returns some distinct numbers from 1 to a total, evenly spread; all where there are not more. */
export function choosePoints(/** @type {number} */ total, /** @type {number} */ points) {
  const count = Math.min(total, points);
  return Array.from({ length: count }, (_, n) => 1 + Math.floor((n * total) / count));
}
