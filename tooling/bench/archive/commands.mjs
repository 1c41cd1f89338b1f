// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandProgram } from '../../run/workspace.mjs';
import { root } from '../packages.mjs';

const CLI = commandProgram(root);
const USAGE = new URL('usage.mjs', import.meta.url).href;

/** Environment without the settings of the user. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:NOTES|RESTIC)_/.test(name)));

/** Runs a command and reports the processor time of the shell and of the command, with their threads. */
const MEASURED = '"$@"; code=$?; times >"$TIMES_REPORT"; exit $code';

let processorSeconds = 0;

/** Returns the processor time of all commands so far, user and system, in seconds. */
export const getProcessorSeconds = () => processorSeconds;

/**
 * Runs a command to its end and returns its duration in seconds.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} more additional environment variables
 */
export function timeCommand(command, args, more = {}) {
  const started = performance.now();
  runCommand(command, args, more, 'ignore');
  return (performance.now() - started) / 1000;
}

/** Runs a command to its end and returns its output, where that is captured. */
function runCommand(
  /** @type {string} */ command,
  /** @type {readonly string[]} */ args,
  /** @type {Record<string, string>} */ more,
  /** @type {'ignore' | 'pipe'} */ stdout,
) {
  const report = join(tmpdir(), `notes-times-${process.pid}`);
  const ran = spawnSync('bash', ['-c', MEASURED, 'bash', command, ...args], {
    env: { ...env, ...more, TIMES_REPORT: report },
    stdio: ['ignore', stdout, 'pipe'],
    encoding: 'utf8',
  });
  if (ran.error !== undefined) throw ran.error;
  if (ran.status !== 0) throw new Error(`${command} ${args.join(' ')}: exit code ${ran.status}\n${ran.stderr}`);
  // The second line has the times of the command, such as `0m1.234s 0m0.056s`.
  for (const [, minutes, seconds] of (readFileSync(report, 'utf8').split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g))
    processorSeconds += 60 * Number(minutes) + Number(seconds);
  rmSync(report);
  return ran.stdout;
}

/** Runs the built command. */
export const timeNotes = (/** @type {string[]} */ ...args) => timeCommand(process.execPath, [CLI, ...args]);

/** Runs the built command and returns its answer. */
export const runJson = (/** @type {string[]} */ ...args) =>
  JSON.parse(runCommand(process.execPath, [CLI, ...args, '--json', '--quiet'], {}, 'pipe'));

/** Returns restic with a repository in a folder; `undefined`, with the reason reported, where it is not installed. */
export function openRestic(/** @type {string} */ folder, /** @type {(line: string) => void} */ say) {
  const reason = findMissingReason('restic');
  if (reason !== undefined) {
    say(`restic: skipped: ${reason}`);
    return undefined;
  }
  const run = (/** @type {string[]} */ ...args) =>
    timeCommand('restic', ['--repo', folder, '--no-cache', '--quiet', ...args], { RESTIC_PASSWORD: 'x' });
  run('init');
  return run;
}

/** Runs the built command and returns its peak memory, in bytes. */
export const measureNotesPeak = (/** @type {string[]} */ ...args) => measureNotesUsage(...args).peakBytes;

/**
 * Runs the built command and returns its peak memory, in bytes, and its processor time, in seconds, of all threads.
 * @returns {{ peakBytes: number, processorSeconds: number }}
 */
export function measureNotesUsage(/** @type {string[]} */ ...args) {
  const report = join(tmpdir(), `notes-usage-${process.pid}`);
  try {
    timeCommand(process.execPath, ['--import', USAGE, CLI, ...args], { USAGE_REPORT: report });
    return JSON.parse(readFileSync(report, 'utf8'));
  } finally {
    rmSync(report, { force: true });
  }
}

/** Returns the reason why a command cannot run here, or undefined. */
function findMissingReason(/** @type {string} */ command) {
  const { error, status } = spawnSync(command, ['version'], { stdio: 'ignore' });
  return error === undefined && status === 0 ? undefined : `${command} is not installed`;
}
