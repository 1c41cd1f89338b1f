// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../run/workspace.mjs';
import { getArguments } from './parts.mjs';

/** @typedef {import('./claims.mjs').Claim} Claim */
/** @typedef {import('./claims.mjs').Amount} Amount */
/**
 * Outcome of one claim. `held`: the script tried something and found nothing. `broken`: it found a fault, tried nothing,
 * or did not end. `skipped`: it could not run on this machine, for the reason in `notes`.
 * @typedef {'held' | 'broken' | 'skipped'} Verdict
 */
/** @typedef {{ verdict: Verdict, counts: Record<string, number>, notes: string[], seconds: number }} Outcome */

/** Lines of the output that are repeated for a broken claim. */
const LAST_LINES = 25;
const SKIPPED = /^skipped: (.*)$/;

/** Name of a claim, with the number of its part: `kill-service 3 of 20`. */
export const formatUnit = (/** @type {import('./parts.mjs').Unit} */ { name, part }, /** @type {Claim} */ { parts }) =>
  part === undefined ? name : `${name} ${part} of ${parts}`;

/**
 * Path of the output of a unit. That of a broken one has another name, so that no later run overwrites it.
 * @param {string} folder
 * @param {import('./parts.mjs').Unit} unit
 * @param {Verdict} [verdict]
 */
export const getLogPath = (folder, { name, part }, verdict = 'held') =>
  join(folder, `${name}${part === undefined ? '' : `.${part}`}${verdict === 'broken' ? '.broken' : ''}.log`);

/** Returns the command, relative to the root, that runs the script of a claim alone. */
export const formatCommand = (
  /** @type {Claim} */ claim,
  /** @type {{ amount: Amount, seed: number, part?: number | undefined }} */ options,
) =>
  [
    'node',
    claim.script,
    ...getArguments(claim, options).map((arg) => (/^[\w./-]+$/.test(arg) ? arg : `'${arg}'`)),
  ].join(' ');

/**
 * Runs the script of a claim to its end and judges it. Its output goes to a file.
 * @param {string} name
 * @param {Claim} claim
 * @param {{ amount: Amount, seed: number, part?: number | undefined, folder: string, limitSeconds: number, signal: AbortSignal }} options
 *   folder: for the output; limitSeconds: a script that runs longer is ended, and its claim counts as broken
 * @returns {Promise<Outcome>}
 */
export async function runClaim(name, claim, { amount, seed, part, folder, limitSeconds, signal }) {
  mkdirSync(folder, { recursive: true });
  const log = getLogPath(folder, { name, part });
  const report = `${log}.report.json`;
  rmSync(report, { force: true });
  const args = [join(root, claim.script), ...getArguments(claim, { amount, seed, part })];
  const began = performance.now();
  const output = createWriteStream(log);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, PROVE_REPORT: report },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that its services end with the script.
    detached: true,
  });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  let isLate = false;
  const end = () => endGroup(child);
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, limitSeconds * 1_000);
  signal.addEventListener('abort', end);
  const [code] = await once(child, 'close');
  signal.removeEventListener('abort', end);
  clearTimeout(timer);
  output.end();
  await once(output, 'close');
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const judged = await judge({ code, isLate, limitSeconds, log, report });
  rmSync(report, { force: true });
  if (judged.verdict === 'broken' && !signal.aborted) renameSync(log, getLogPath(folder, { name, part }, 'broken'));
  return { ...judged, seconds };
}

/** Ends a process and those that it started. */
function endGroup(/** @type {import('node:child_process').ChildProcess} */ { pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch (error) {
    // The process ended by itself.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/**
 * @param {{ code: number | null, isLate: boolean, limitSeconds: number, log: string, report: string }} ended
 * @returns {Promise<Omit<Outcome, 'seconds'>>}
 */
async function judge({ code, isLate, limitSeconds, log, report }) {
  const { counts, skipped } = /** @type {{ counts: Record<string, number>, skipped: string[] }} */ (
    existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { counts: {}, skipped: [] }
  );
  const lines = await readLastLines(log);
  if (isLate) return { verdict: 'broken', counts, notes: [`did not end within ${limitSeconds} s`, ...lines] };
  if (code !== 0) return { verdict: 'broken', counts, notes: [`exited with ${code}`, ...lines] };
  const reasons = lines.flatMap((line) => SKIPPED.exec(line)?.[1] ?? []);
  const tried = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (tried > 0) return { verdict: 'held', counts, notes: skipped };
  if (reasons.length > 0) return { verdict: 'skipped', counts, notes: reasons };
  return { verdict: 'broken', counts, notes: ['the script reported no attempt', ...lines] };
}

/** @returns {Promise<string[]>} */
async function readLastLines(/** @type {string} */ path) {
  const lines = [];
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    lines.push(line);
    if (lines.length > LAST_LINES) lines.shift();
  }
  return lines;
}
