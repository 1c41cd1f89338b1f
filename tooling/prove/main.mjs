// @ts-check
/**
 * Tests the claims of the security model, each with a script of its own, and prints a verdict for each.
 * Usage: npm run prove -- [claim...] [--quick] [--seed 1] [--jobs 2] [--list] [--json] [--again] [--record]
 *          [--folder .prove]
 *        npm run prove -- [claim...] --planted   breaks the program at known places; the claim of each must break
 * `npm run prove --quick` is understood too: npm passes an unknown flag of its own in the environment.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workInParallel } from '../run/in-parallel.mjs';
import { root } from '../run/workspace.mjs';
import { claims } from './claims.mjs';
import { describeMachine, formatMachine } from './machine.mjs';
import { plants, withPlanted } from './planted.mjs';
import {
  addToRecord,
  canResume,
  formatCounts,
  readRecord,
  readResults,
  writeRecord,
  writeResults,
} from './results.mjs';
import { getLogPath, runClaim } from './run-claim.mjs';

/** @typedef {import('./claims.mjs').Claim} Claim */
/** @typedef {import('./results.mjs').Results} Results */

/** Longest time of one claim: its script ends earlier by itself. */
const LIMIT_SECONDS = { quick: 300, full: 24 * 3_600 };
/** Published results, from which a page of the documentation is made. */
const RECORD = join(root, 'tooling/prove/results.json');
const NAME_WIDTH = 24;
/** Claims tested at once by default: most wait for the disk and for programs half of the time. */
const MAX_JOBS = 2;

async function main() {
  const options = readOptions();
  if (typeof options === 'string') return fail(options);
  const { names, amount, seed, jobs, folder, flags } = options;
  if (flags.list) return listClaims(names);
  if (flags.planted) return await provePlants(names, { seed, folder: join(folder, 'planted') });
  const machine = describeMachine();
  const path = join(folder, `${amount}.json`);
  const earlier = flags.again ? undefined : readResults(path);
  const run = { machine, amount, seed };
  /** @type {Results} */
  const results = { ...run, date: new Date().toISOString().slice(0, 10), claims: {} };
  if (earlier && canResume(earlier, run)) results.claims = earlier.claims;
  const say = flags.json ? () => {} : console.log;
  say(`${formatMachine(machine)}\n${amount} run, seed ${seed}\n`);
  const stop = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => stop.abort());
  const prove = async (/** @type {string} */ name) => {
    if (stop.signal.aborted) return;
    const limitSeconds = LIMIT_SECONDS[amount];
    const isKnown = results.claims[name]?.verdict === 'held';
    const outcome = isKnown
      ? /** @type {import('./run-claim.mjs').Outcome} */ (results.claims[name])
      : await runClaim(name, /** @type {Claim} */ (claims[name]), {
          ...{ amount, seed, limitSeconds, signal: stop.signal },
          folder: join(folder, amount),
        });
    if (stop.signal.aborted) return;
    results.claims[name] = outcome;
    writeResults(path, results, Object.keys(claims));
    say(formatOutcome(name, outcome, isKnown));
    if (outcome.verdict === 'broken') say(formatFault(getLogPath(join(folder, amount), name), outcome));
  };
  const isAlone = (/** @type {string} */ name) => claims[name]?.isAlone === true;
  await workInParallel(
    names.filter((name) => !isAlone(name)),
    jobs,
    prove,
  );
  await workInParallel(names.filter(isAlone), 1, prove);
  if (stop.signal.aborted) return fail('Interrupted. The same command continues with the claims that are left.', 130);
  const chosen = Object.fromEntries(names.map((name) => [name, results.claims[name]]));
  if (flags.record) recordResults(results);
  if (flags.json) console.log(JSON.stringify({ ...results, claims: chosen }, null, 2));
  const count = (/** @type {string} */ verdict) => names.filter((name) => chosen[name]?.verdict === verdict).length;
  say(`\n${count('held')} held, ${count('broken')} broken, ${count('skipped')} skipped`);
  return count('broken') === 0 ? 0 : 1;
}

/** @returns {string | { names: string[], amount: 'quick' | 'full', seed: number, jobs: number, folder: string, flags: Record<'list' | 'json' | 'again' | 'record' | 'planted', boolean | undefined> }} */
function readOptions() {
  const flag = { type: /** @type {const} */ ('boolean') };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ quick: flag, list: flag, json: flag, again: flag, record: flag, planted: flag },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(Math.min(MAX_JOBS, availableParallelism())) },
      folder: { type: 'string', default: join(root, '.prove') },
    },
  });
  const isGiven = (/** @type {'quick' | 'list' | 'again' | 'record' | 'planted'} */ name) =>
    values[name] ?? process.env[`npm_config_${name}`] === 'true';
  const unknown = positionals.find((name) => !Object.hasOwn(claims, name));
  if (unknown !== undefined) return `No claim is called "${unknown}". \`npm run prove -- --list\` lists all claims.`;
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 1) return `--seed is "${values.seed}". Give a whole number above 0.`;
  const jobs = Number(values.jobs);
  if (!Number.isSafeInteger(jobs) || jobs < 1) return `--jobs is "${values.jobs}". Give a whole number above 0.`;
  return {
    names: positionals.length > 0 ? positionals : Object.keys(claims),
    amount: isGiven('quick') ? 'quick' : 'full',
    seed,
    jobs,
    folder: values.folder,
    flags: {
      ...{ list: isGiven('list'), again: isGiven('again'), record: isGiven('record'), planted: isGiven('planted') },
      json: values.json,
    },
  };
}

/**
 * Plants each known fault of these claims, and checks that the quick run of its claim notices it.
 * @param {readonly string[]} names
 * @param {{ seed: number, folder: string }} options
 */
async function provePlants(names, { seed, folder }) {
  let missed = 0;
  const { signal } = new AbortController();
  const chosen = plants.filter(({ claim }) => names.includes(claim));
  for (const plant of chosen) {
    const claim = /** @type {Claim} */ (claims[plant.claim]);
    const options = { amount: /** @type {const} */ ('quick'), seed, folder, limitSeconds: LIMIT_SECONDS.quick, signal };
    const { verdict, seconds } = await withPlanted(plant, () => runClaim(plant.claim, claim, options));
    if (verdict !== 'broken') missed += 1;
    console.log(
      `${plant.part}: ${verdict === 'broken' ? 'found' : `NOT FOUND (${verdict})`} by ${plant.claim}, ${seconds} s`,
    );
  }
  console.log(`\n${chosen.length - missed} of ${chosen.length} planted faults found`);
  return missed === 0 ? 0 : 1;
}

/** Adds results to the published ones. */
function recordResults(/** @type {Results} */ results) {
  const names = Object.keys(claims);
  writeRecord(RECORD, addToRecord(readRecord(RECORD), results, names), names);
}

function listClaims(/** @type {readonly string[]} */ names) {
  for (const name of names) console.log(`${name.padEnd(NAME_WIDTH)}${claims[name]?.promise}`);
  return 0;
}

function formatOutcome(
  /** @type {string} */ name,
  /** @type {import('./run-claim.mjs').Outcome} */ { verdict, counts, notes, seconds },
  /** @type {boolean} */ isKnown,
) {
  const amount = verdict === 'skipped' ? notes.join('; ') : formatCounts(counts);
  const time = isKnown ? 'from an earlier run' : `${seconds} s`;
  return `${name.padEnd(NAME_WIDTH)}${verdict.padEnd(9)}${amount}${amount && ', '}${time}`;
}

/** @returns {string} */
function formatFault(/** @type {string} */ log, /** @type {import('./run-claim.mjs').Outcome} */ { notes }) {
  return [...notes.map((line) => `    ${line}`), `    The whole output is in ${log}.`].join('\n');
}

function fail(/** @type {string} */ message, code = 2) {
  console.error(message);
  return code;
}

process.exitCode = await main();
