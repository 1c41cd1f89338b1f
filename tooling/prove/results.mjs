// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @typedef {import('./run-claim.mjs').Outcome} Outcome */
/** @typedef {import('./machine.mjs').Machine} Machine */
/**
 * Results of one run by claim, with what they depend on.
 * @typedef {{ machine: Machine, amount: import('./claims.mjs').Amount, seed: number, date: string, claims: Record<string, Outcome> }} Results
 */

/**
 * Reads the results in a file, or returns undefined when there are none.
 * @returns {Results | undefined}
 */
export function readResults(/** @type {string | URL} */ path) {
  return /** @type {Results | undefined} */ (readJson(path));
}

/** @returns {unknown} undefined when there is no such file */
function readJson(/** @type {string | URL} */ path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes results as JSON, with the claims in the order of `names`. */
export function writeResults(
  /** @type {string} */ path,
  /** @type {Results} */ results,
  /** @type {readonly string[]} */ names,
) {
  writeJson(path, sortClaims(results, names));
}

/**
 * Reads the record: the newest results of each claim in quick and in full amounts, by run, the oldest run first.
 * @returns {Results[]}
 */
export function readRecord(/** @type {string | URL} */ path) {
  return /** @type {{ runs: Results[] } | undefined} */ (readJson(path))?.runs ?? [];
}

/** Writes the record as JSON, with the claims of each run in the order of `names`. */
export function writeRecord(
  /** @type {string} */ path,
  /** @type {readonly Results[]} */ runs,
  /** @type {readonly string[]} */ names,
) {
  writeJson(path, { runs: runs.map((run) => sortClaims(run, names)) });
}

/**
 * Adds the results of a run to a record. They replace those of the same claims in the same amount, and runs of which
 * nothing is left are removed. A claim that is unknown by now is removed too.
 *
 * @param {readonly Results[]} record
 * @param {Results} added
 * @param {readonly string[]} names names of all claims
 * @returns {Results[]}
 */
export function addToRecord(record, added, names) {
  const earlier = record.map((run) => {
    const isKept = (/** @type {string} */ name) =>
      names.includes(name) && !(run.amount === added.amount && Object.hasOwn(added.claims, name));
    return { ...run, claims: Object.fromEntries(Object.entries(run.claims).filter(([name]) => isKept(name))) };
  });
  return [...earlier, added].filter(({ claims }) => Object.keys(claims).length > 0);
}

/** @returns {Results} */
function sortClaims(/** @type {Results} */ results, /** @type {readonly string[]} */ names) {
  return { ...results, claims: Object.fromEntries(names.flatMap((name) => getEntry(results.claims, name))) };
}

function writeJson(/** @type {string} */ path, /** @type {unknown} */ value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** @returns {[string, Outcome][]} */
function getEntry(/** @type {Record<string, Outcome>} */ outcomes, /** @type {string} */ name) {
  const outcome = outcomes[name];
  return outcome === undefined ? [] : [[name, outcome]];
}

/** Returns true when results of an earlier run count for a new one: same code, Node, machine, amount and seed. */
export function canResume(/** @type {Results} */ earlier, /** @type {Omit<Results, 'claims' | 'date'>} */ run) {
  const { machine, amount, seed } = earlier;
  return (
    !machine.source.changed &&
    JSON.stringify([machine, amount, seed]) === JSON.stringify([run.machine, run.amount, run.seed])
  );
}

/** Formats counts as `40 power cuts, 60 changes`. */
export const formatCounts = (/** @type {Record<string, number>} */ counts) =>
  Object.entries(counts)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ');
