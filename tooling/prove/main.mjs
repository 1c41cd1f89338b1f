// @ts-check
/**
 * Tests the claims of the security model, each with a script of its own, and prints a verdict for each. `--help` lists
 * the options.
 * `npm run prove --quick` is understood too: npm passes an unknown flag of its own in the environment.
 */
import { join } from 'node:path';
import { workInParallel } from '../run/in-parallel.mjs';
import { root } from '../run/workspace.mjs';
import { claims } from './claims.mjs';
import { describeMachine, formatMachine } from './machine.mjs';
import { readOptions } from './options.mjs';
import { addOutcome, countHeld, isUnitHeld, listUnits } from './parts.mjs';
import { plants, withPlanted } from './planted.mjs';
import {
  addToRecord,
  canResume,
  combineRecord,
  formatCounts,
  isRecorded,
  readRecord,
  readResults,
  writeRecord,
  writeResults,
} from './results.mjs';
import { formatCommand, formatUnit, getLogPath, runClaim } from './run-claim.mjs';

/** @typedef {import('./claims.mjs').Claim} Claim */
/** @typedef {import('./parts.mjs').ClaimOutcome} ClaimOutcome */
/** @typedef {import('./parts.mjs').Unit} Unit */
/** @typedef {import('./results.mjs').Results} Results */
/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {(message: string) => void} Say */

/** Longest time of one script: it ends earlier by itself. */
const LIMIT_SECONDS = { quick: 300, full: 24 * 3_600 };
/** Published results, from which a page of the documentation is made. */
const RECORD = join(root, 'tooling/prove/results.json');
const NAME_WIDTH = 32;

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === 'string') return fail(options);
  if ('help' in options) return printHelp(options.help);
  const { names, amount, seed, folder, flags } = options;
  if (flags.list) return listClaims(names);
  if (flags.planted) return await provePlants(names, { seed, folder: join(folder, 'planted') });
  const machine = describeMachine();
  const earlier = flags.again ? undefined : readResults(join(folder, `${amount}.json`));
  const run = { machine, amount, seed };
  /** @type {Results} */
  const results = { ...run, date: new Date().toISOString().slice(0, 10), claims: {} };
  if (earlier && canResume(earlier, run)) results.claims = earlier.claims;
  /** @type {Say} */
  const say = flags.json ? () => {} : console.log;
  say(`${formatMachine(machine)}\n${amount} run, seed ${seed}\n`);
  const record = flags.unrecorded ? readRecord(RECORD) : [];
  for (const name of names) if (results.claims[name]) say(formatClaim(name, results));
  const stopped = await proveUnits(listMissing(options, results, record), options, results, say);
  if (flags.record) recordResults(results);
  return report(options, results, record, stopped, say);
}

/**
 * Returns the units that have not held: in this run, and in the record where it counts.
 * @returns {Unit[]}
 */
function listMissing(
  /** @type {Options} */ { names, amount, parts },
  /** @type {Results} */ results,
  /** @type {readonly Results[]} */ record,
) {
  return names.flatMap((name) => {
    const claim = getClaim(name);
    const units = listUnits(name, claim, amount).filter(
      ({ part }) => part === undefined || (part >= parts.first && part <= parts.last),
    );
    return units.filter(
      (unit) => !isUnitHeld(results.claims[name], claim, unit) && !isRecorded(record, amount, claim, unit),
    );
  });
}

/**
 * Runs units, and stores the outcome of each as it ends. After a part that did not hold, no other part of its claim is
 * started.
 *
 * @param {readonly Unit[]} units
 * @param {Options} options
 * @param {Results} results
 * @param {Say} say
 * @returns {Promise<'interrupted' | 'late' | undefined>} the reason for which units are left
 */
async function proveUnits(units, { amount, seed, jobs, maxMinutes, folder }, results, say) {
  const stop = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => stop.abort());
  const until = performance.now() + maxMinutes * 60_000;
  const outputs = join(folder, amount);
  let isLate = false;
  const ended = new Set();
  const prove = async (/** @type {Unit} */ unit) => {
    const { name, part } = unit;
    if (stop.signal.aborted || ended.has(name)) return;
    isLate ||= performance.now() > until;
    if (isLate) return;
    const claim = getClaim(name);
    const options = { amount, seed, part, limitSeconds: LIMIT_SECONDS[amount], folder: outputs, signal: stop.signal };
    const outcome = await runClaim(name, claim, options);
    if (stop.signal.aborted) return;
    if (outcome.verdict !== 'held') ended.add(name);
    results.claims[name] = addOutcome(results.claims[name], claim, part, outcome);
    writeResults(join(folder, `${amount}.json`), results, Object.keys(claims));
    say(formatOutcome(formatUnit(unit, claim), outcome, `${outcome.seconds} s`));
    if (outcome.verdict === 'broken') say(formatFault(unit, outcome, { amount, seed, outputs }));
  };
  const isAlone = (/** @type {Unit} */ { name }) => claims[name]?.isAlone === true;
  await workInParallel(
    units.filter((unit) => !isAlone(unit)),
    jobs,
    prove,
  );
  await workInParallel(units.filter(isAlone), 1, prove);
  if (stop.signal.aborted) return 'interrupted';
  return isLate ? 'late' : undefined;
}

/**
 * Prints the state of the claims, and returns the exit code.
 * @param {Options} options
 * @param {Results} results
 * @param {readonly Results[]} record runs whose parts count too
 * @param {'interrupted' | 'late' | undefined} stopped
 * @param {Say} say
 */
function report({ names, amount, maxMinutes, flags }, results, record, stopped, say) {
  const runs = [...record.filter((run) => run.amount === amount), results];
  const states = names.map((name) => {
    const whole = runs.findLast(({ claims }) => Object.hasOwn(claims, name))?.claims[name];
    return { name, outcome: combineRecord(runs, name) ?? whole };
  });
  say('');
  for (const { name, outcome } of states) if (outcome?.parts) say(formatOutcome(name, outcome));
  const count = (/** @type {string | undefined} */ verdict) =>
    states.filter(({ outcome }) => outcome?.verdict === verdict).length;
  const totals = [`${count('held')} held`, `${count('broken')} broken`, `${count('skipped')} skipped`];
  if (count('incomplete') > 0) totals.push(`${count('incomplete')} incomplete`);
  if (count(undefined) > 0) totals.push(`${count(undefined)} not run`);
  say(totals.join(', '));
  if (flags.json) {
    const chosen = Object.fromEntries(names.map((name) => [name, results.claims[name]]));
    console.log(JSON.stringify({ ...results, claims: chosen }, null, 2));
  }
  if (stopped === 'interrupted') return fail('Interrupted. The same command continues with what is left.', 130);
  if (stopped === 'late')
    say(`No script was started after ${maxMinutes} minutes. The same command continues with what is left.`);
  return count('broken') === 0 ? 0 : 1;
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
  // Scripts that keep what they found do not keep these findings.
  process.env.PROVE_PLANTED = 'yes';
  for (const plant of chosen) {
    const options = { amount: /** @type {const} */ ('quick'), seed, folder, limitSeconds: LIMIT_SECONDS.quick, signal };
    const { verdict, seconds } = await withPlanted(plant, () => runClaim(plant.claim, getClaim(plant.claim), options));
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

function printHelp(/** @type {string} */ help) {
  console.log(help);
  return 0;
}

function listClaims(/** @type {readonly string[]} */ names) {
  for (const name of names) console.log(`${name.padEnd(NAME_WIDTH)}${claims[name]?.promise}`);
  return 0;
}

const getClaim = (/** @type {string} */ name) => /** @type {Claim} */ (claims[name]);

const formatClaim = (/** @type {string} */ name, /** @type {Results} */ results) =>
  formatOutcome(name, /** @type {ClaimOutcome} */ (results.claims[name]), 'from an earlier run');

function formatOutcome(
  /** @type {string} */ name,
  /** @type {ClaimOutcome} */ { verdict, counts, notes, parts },
  /** @type {string} */ origin = '',
) {
  const held = parts ? [`${countHeld(parts)} of ${parts.total} parts held`] : [];
  const amount = verdict === 'skipped' ? notes : [...held, formatCounts(counts)];
  const line = `${name.padEnd(NAME_WIDTH)}${verdict.padEnd(12)}${[...amount, origin].filter((text) => text !== '').join(', ')}`;
  return verdict === 'held' ? [line, ...notes.map((note) => `    ${note}`)].join('\n') : line;
}

/**
 * @param {Unit} unit
 * @param {ClaimOutcome} outcome
 * @param {{ amount: import('./claims.mjs').Amount, seed: number, outputs: string }} options
 */
function formatFault(unit, { notes }, { amount, seed, outputs }) {
  return [
    ...notes.map((line) => `    ${line}`),
    `    The whole output is in ${getLogPath(outputs, unit, 'broken')}.`,
    `    The command was: ${formatCommand(getClaim(unit.name), { amount, seed, part: unit.part })}`,
  ].join('\n');
}

function fail(/** @type {string} */ message, code = 2) {
  console.error(message);
  return code;
}

process.exitCode = await main();
