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
import { describeMachine, describeSource, formatMachine } from './machine.mjs';
import { readOptions } from './options.mjs';
import { addOutcome, countHeld, getUnitVerdict, isHeldHere, listUnits } from './parts.mjs';
import { plants } from './planted.mjs';
import { provePlants } from './prove-plants.mjs';
import {
  addToRecord,
  canResume,
  combineRecord,
  formatCounts,
  formatDuration,
  isRecorded,
  isRepeatable,
  readRecord,
  readResults,
  writeRecord,
  writeResults,
} from './results.mjs';
import { formatCommand, formatUnit, getLogPath, runClaim } from './run-claim.mjs';
import { abortOnSignals, toExitCode } from './stop-signals.mjs';

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
const VERDICT_WIDTH = 14;
const CONTINUES = 'The same command continues with what is left.';
const NOT_REPEATABLE =
  'The results of this checkout cannot be recorded, because nobody could repeat them: it has uncommitted changes or is not a Git checkout. Commit the changes first.';

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === 'string') return fail(options);
  if ('help' in options) return printHelp(options.help);
  const { names, amount, seed, folder, flags } = options;
  if (flags.list) return listClaims(names);
  const stop = abortOnSignals();
  if (flags.planted) return await breakCopies(names, { seed, folder: join(folder, 'planted'), stop });
  const machine = describeMachine();
  if (flags.record && !isRepeatable(machine.source)) return fail(NOT_REPEATABLE);
  const earlier = flags.again ? undefined : readResults(join(folder, `${amount}.json`));
  const run = { machine, amount, seed };
  /** @type {Results} */
  const results = { ...run, date: new Date().toISOString().slice(0, 10), claims: {} };
  if (earlier && canResume(earlier, run)) Object.assign(results, { claims: earlier.claims, timing: earlier.timing });
  /** @type {Say} */
  const say = flags.json ? () => {} : console.log;
  say(`${formatMachine(machine)}\n${amount} run, seed ${seed}\n`);
  const record = flags.unrecorded ? readRecord(RECORD) : [];
  for (const name of names) if (results.claims[name]) say(formatClaim(name, results));
  const isLate = await proveUnits(listMissing(options, results, record), options, results, { say, stop });
  const code = report(options, results, record, say);
  const recording = flags.record ? recordResults(results, say) : 0;
  if (stop.aborted) return fail(`Interrupted. ${CONTINUES}`, toExitCode(stop));
  if (isLate) say(`No script was started after ${options.maxMinutes} minutes. ${CONTINUES}`);
  return recording || code;
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
      (unit) =>
        !isHeldHere(getUnitVerdict(results.claims[name], claim, unit)) && !isRecorded(record, amount, claim, unit),
    );
  });
}

/**
 * Runs units, and stores the outcome of each as it ends. After a part that found a fault or could not run, no other part
 * of its claim is started.
 *
 * @param {readonly Unit[]} units
 * @param {Options} options
 * @param {Results} results
 * @param {{ say: Say, stop: AbortSignal }} context
 * @returns {Promise<boolean>} true when units are left because the time was over
 */
async function proveUnits(units, { amount, seed, jobs, maxMinutes, folder }, results, { say, stop }) {
  const began = performance.now();
  const { seconds: earlierSeconds = 0 } = results.timing ?? {};
  const outputs = join(folder, amount);
  let isLate = false;
  const ended = new Set();
  const prove = async (/** @type {Unit} */ unit) => {
    const { name, part } = unit;
    if (stop.aborted || ended.has(name)) return;
    isLate ||= performance.now() > began + maxMinutes * 60_000;
    if (isLate) return;
    const claim = getClaim(name);
    const options = { amount, seed, part, limitSeconds: LIMIT_SECONDS[amount], folder: outputs, signal: stop };
    const outcome = await runClaim(name, claim, options);
    if (stop.aborted) return;
    if (!isHeldHere(outcome.verdict)) ended.add(name);
    results.claims[name] = addOutcome(results.claims[name], claim, part, outcome);
    const seconds = Math.round(earlierSeconds + (performance.now() - began) / 1_000);
    results.timing = { seconds, jobs, claims: Object.keys(results.claims).length };
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
  return isLate;
}

/**
 * Prints the state of the claims, and returns the exit code.
 * @param {Options} options
 * @param {Results} results
 * @param {readonly Results[]} record runs whose parts count too
 * @param {Say} say
 */
function report({ names, amount, flags }, results, record, say) {
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
  for (const verdict of ['held in part', 'incomplete'])
    if (count(verdict) > 0) totals.push(`${count(verdict)} ${verdict}`);
  if (count(undefined) > 0) totals.push(`${count(undefined)} not run`);
  say(totals.join(', '));
  const { timing } = results;
  if (timing)
    say(`${formatCounts({ claims: timing.claims })} took ${formatDuration(timing.seconds)}, ${timing.jobs} at once`);
  if (flags.json) {
    const chosen = Object.fromEntries(names.map((name) => [name, results.claims[name]]));
    console.log(JSON.stringify({ ...results, claims: chosen }, null, 2));
  }
  return count('broken') === 0 ? 0 : 1;
}

/**
 * Plants each known fault of these claims into a copy of the checkout, and checks that its claim notices it.
 * @param {readonly string[]} names
 * @param {{ seed: number, folder: string, stop: AbortSignal }} options
 */
async function breakCopies(names, { seed, folder, stop }) {
  const chosen = plants.filter(({ claim }) => names.includes(claim));
  const without = names.filter((name) => !plants.some(({ claim }) => claim === name));
  if (without.length > 0) console.log(`There is no fault for ${without.join(', ')}.`);
  if (chosen.length === 0) return fail('Nothing was planted. Name other claims.');
  console.log(
    `Planting ${chosen.length} of ${plants.length} faults into a copy of this checkout. All take more than an hour.\n`,
  );
  const options = { claims, checkout: root, seed, folder, limitSeconds: LIMIT_SECONDS.quick, signal: stop };
  const { found, left } = await provePlants(chosen, { ...options, say: console.log });
  console.log(`\n${found} of ${chosen.length - left.length} planted faults found`);
  if (left.length > 0) {
    const command = `npm run prove -- --planted --seed ${seed} ${left.map(({ claim }) => claim).join(' ')}`;
    return fail(`Interrupted. This checkout is unchanged. These faults are left:\n${command}`, toExitCode(stop));
  }
  return found === chosen.length ? 0 : 1;
}

/** Adds results to the published ones, and returns the exit code. */
function recordResults(/** @type {Results} */ results, /** @type {Say} */ say) {
  if (JSON.stringify(describeSource()) !== JSON.stringify(results.machine.source))
    return fail('The sources changed during the run. Its results were not recorded.');
  const names = Object.keys(claims);
  writeRecord(RECORD, addToRecord(readRecord(RECORD), results, names), names);
  say('The results were recorded. `npm run generate` adds them to the documentation.');
  return 0;
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
  const line = `${name.padEnd(NAME_WIDTH)}${verdict.padEnd(VERDICT_WIDTH)}${[...amount, origin].filter((text) => text !== '').join(', ')}`;
  return isHeldHere(verdict) ? [line, ...notes.map((note) => `    ${note}`)].join('\n') : line;
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
