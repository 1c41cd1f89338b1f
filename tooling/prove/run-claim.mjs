// @ts-check
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../run/workspace.mjs';
import { hashClaimFiles } from './claim-files.mjs';
import { getArguments } from './parts.mjs';
import { runGroup } from './run-group.mjs';

/** @typedef {import('./claims.mjs').Claim} Claim */
/** @typedef {import('./claims.mjs').Amount} Amount */
/**
 * Outcome of one claim. `held`: the script tried something and found nothing. `held in part`: so did it, but something
 * could not be tried on this machine, for the reasons in `notes`. `broken`: it found a fault, crashed, tried nothing or
 * did not end. `skipped`: it could not run on this machine, for the reason in `notes`.
 * @typedef {'held' | 'held in part' | 'broken' | 'skipped'} Verdict
 */
/**
 * @typedef {object} Outcome
 * @property {Verdict} verdict
 * @property {Record<string, number>} counts attempts by kind
 * @property {string[]} notes reasons, and for a broken claim the last lines of the output
 * @property {number} seconds
 * @property {string} [files] digest of the script or test files of the claim, as they were
 * @property {string[]} [faults] of a broken claim: faults that its script stated, none when it failed in another way
 */

/** Lines of the output that are repeated for a broken claim. */
const LAST_LINES = 25;
/** Line for something that cannot run here: `skipped: no strace`, or `export: skipped: no strace`. */
const SKIPPED = /^(.*: )?skipped: (.*)$/;
/** Verdict of a script that found a fault. */
const FAILED = /^FAILED\b/;
/** Last line of a program that an uncaught error ended. */
const CRASHED = /^Node\.js v\d/;

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
 * @param {{ amount: Amount, seed: number, part?: number | undefined, folder: string, limitSeconds: number, signal: AbortSignal, checkout?: string, env?: NodeJS.ProcessEnv }} options
 *   folder: for the output; limitSeconds: a script that runs longer is ended, and its claim counts as broken; checkout:
 *   root of the sources and built programs, this checkout by default; env: more variables
 * @returns {Promise<Outcome>} without meaning when `signal` was aborted
 */
export async function runClaim(name, claim, options) {
  const { amount, seed, part, folder, limitSeconds, signal, checkout = root, env = {} } = options;
  mkdirSync(folder, { recursive: true });
  const log = getLogPath(folder, { name, part });
  const report = `${log}.report.json`;
  rmSync(report, { force: true });
  const files = hashClaimFiles(claim, checkout);
  const began = performance.now();
  const { code, isLate } = await runGroup(
    [process.execPath, join(checkout, claim.script), ...getArguments(claim, { amount, seed, part })],
    { cwd: checkout, env: { ...process.env, ...env, PROVE_REPORT: report }, log, limitSeconds, signal },
  );
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const judged = await judge({ code, isLate, limitSeconds, log, report });
  rmSync(report, { force: true });
  if (judged.verdict === 'broken' && !signal.aborted) renameSync(log, getLogPath(folder, { name, part }, 'broken'));
  return { ...judged, seconds, files };
}

/**
 * @param {{ code: number | null, isLate: boolean, limitSeconds: number, log: string, report: string }} ended
 * @returns {Promise<Omit<Outcome, 'seconds'>>}
 */
async function judge({ code, isLate, limitSeconds, log, report }) {
  const reported = /** @type {{ counts?: Record<string, number>, skipped?: string[], faults?: string[] }} */ (
    existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  );
  const { counts = {} } = reported;
  const { last, skipped, failed } = await readOutput(log);
  const tried = Object.values(counts).some((count) => count > 0);
  if (isLate)
    return { verdict: 'broken', counts, notes: [`did not end within ${limitSeconds} s`, ...last], faults: [] };
  if (code !== 0) {
    const isCrash = code !== 1 || last.some((line) => CRASHED.test(line));
    const faults = reported.faults ?? (isCrash || (failed.length === 0 && !tried) ? [] : [findFault(last)]);
    return { verdict: 'broken', counts, notes: [`exited with ${code}`, ...last], faults };
  }
  const notes = reported.skipped ?? skipped;
  if (tried) return { verdict: notes.length === 0 ? 'held' : 'held in part', counts, notes };
  if (notes.length > 0) return { verdict: 'skipped', counts, notes };
  return { verdict: 'broken', counts, notes: ['the script reported no attempt', ...last], faults: [] };
}

/** Returns the line of a fault: scripts print faults before their verdict. */
const findFault = (/** @type {readonly string[]} */ lines) =>
  lines.findLast((line) => line.trim() !== '' && !FAILED.test(line)) ?? 'a fault without a line';

/**
 * Reads the output of a script.
 * @returns {Promise<{ last: string[], skipped: string[], failed: string[] }>} skipped: reasons for all that could not run
 */
async function readOutput(/** @type {string} */ path) {
  const last = [];
  const skipped = [];
  const failed = [];
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    last.push(line);
    if (last.length > LAST_LINES) last.shift();
    const [, what = '', reason] = SKIPPED.exec(line) ?? [];
    if (reason !== undefined) skipped.push(`${what}${reason}`);
    if (FAILED.test(line)) failed.push(line);
  }
  return { last, skipped: [...new Set(skipped)], failed };
}
