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
  mkdirSync(dirname(path), { recursive: true });
  const claims = Object.fromEntries(names.flatMap((name) => getEntry(results.claims, name)));
  writeFileSync(path, `${JSON.stringify({ ...results, claims }, null, 2)}\n`);
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
