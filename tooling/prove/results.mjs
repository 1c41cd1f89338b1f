// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { combineParts, getUnitVerdict, isSamePlan } from './parts.mjs';

/** @typedef {import('./claims.mjs').Claim} Claim */
/** @typedef {import('./parts.mjs').ClaimOutcome} ClaimOutcome */
/** @typedef {import('./parts.mjs').Parts} Parts */
/** @typedef {import('./machine.mjs').Machine} Machine */
/**
 * Results of one run by claim, with what they depend on.
 * @typedef {object} Results
 * @property {Machine} machine
 * @property {import('./claims.mjs').Amount} amount
 * @property {number} seed
 * @property {string} date
 * @property {Timing} [timing] missing in runs that were recorded before it was measured
 * @property {Record<string, ClaimOutcome>} claims
 */
/**
 * @typedef {object} Timing
 * @property {number} seconds from the start to the end of the run, without the time between its sittings
 * @property {number} jobs scripts that ran at once
 * @property {number} claims claims of the run, also those whose results later runs replaced in the record
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
 * Reads the record: the newest results of each claim in quick and in full amounts, by run, the oldest run first. Runs of
 * sources that nobody else has are left out, so that their claims count as not run.
 * @returns {Results[]}
 */
export function readRecord(/** @type {string | URL} */ path) {
  const { runs = [] } = /** @type {{ runs?: Results[] } | undefined} */ (readJson(path)) ?? {};
  return runs.filter(({ machine }) => isRepeatable(machine.source));
}

/** Returns true when others can repeat a run of these sources: they are a commit. */
export const isRepeatable = (/** @type {Machine['source']} */ { commit, changed }) => !changed && commit !== 'unknown';

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
 * nothing is left are removed. Results of a part replace those of the same part only: the other parts of the claim keep
 * the run in which they held. A claim that is unknown by now is removed too.
 *
 * @param {readonly Results[]} record
 * @param {Results} added
 * @param {readonly string[]} names names of all claims
 * @returns {Results[]}
 */
export function addToRecord(record, added, names) {
  const isComplete = (/** @type {string} */ name) => combineRecord([...record, added], name)?.verdict === 'held';
  const earlier = record.map((run) => ({
    ...run,
    claims: Object.fromEntries(
      Object.entries(run.claims).flatMap(([name, outcome]) => {
        if (!names.includes(name)) return [];
        if (run.amount !== added.amount) return [[name, outcome]];
        const left = removeReplaced(outcome, added.claims[name], isComplete(name));
        return left === undefined ? [] : [[name, left]];
      }),
    ),
  }));
  return [...earlier, added].filter(({ claims }) => Object.keys(claims).length > 0);
}

/**
 * Returns what is left of an outcome when a later one is added.
 * @param {ClaimOutcome} outcome
 * @param {ClaimOutcome | undefined} added
 * @param {boolean} isComplete true when every part of the claim held in some run
 * @returns {ClaimOutcome | undefined}
 */
function removeReplaced(outcome, added, isComplete) {
  if (added === undefined) return outcome;
  if (added.parts === undefined) return undefined;
  // A claim that ran as a whole is replaced by all parts, and not by some.
  if (outcome.parts === undefined) return isComplete ? undefined : outcome;
  if (!isSamePlan(outcome.parts, added.parts)) return undefined;
  const { outcomes } = added.parts;
  const left = Object.entries(outcome.parts.outcomes).filter(([part]) => !Object.hasOwn(outcomes, part));
  return left.length === 0 ? undefined : combineParts({ ...outcome.parts, outcomes: Object.fromEntries(left) });
}

/**
 * Combines the parts of a claim that held or broke in several runs. Of a part that ran twice, the later run counts.
 * @returns {ClaimOutcome | undefined} undefined when no part of the claim ran
 */
export function combineRecord(/** @type {readonly Results[]} */ record, /** @type {string} */ name) {
  /** @type {Parts | undefined} */
  let parts;
  for (const { claims } of record) {
    const found = claims[name]?.parts;
    if (found === undefined) continue;
    const earlier = parts !== undefined && isSamePlan(parts, found) ? parts.outcomes : {};
    parts = { ...found, outcomes: { ...earlier, ...found.outcomes } };
  }
  return parts && combineParts(parts);
}

/** Returns true when the record has a run in this amount in which this unit held, all of it. */
export function isRecorded(
  /** @type {readonly Results[]} */ record,
  /** @type {import('./claims.mjs').Amount} */ amount,
  /** @type {Claim} */ claim,
  /** @type {import('./parts.mjs').Unit} */ unit,
) {
  return record.some((run) => run.amount === amount && getUnitVerdict(run.claims[unit.name], claim, unit) === 'held');
}

/** @returns {Results} */
function sortClaims(/** @type {Results} */ results, /** @type {readonly string[]} */ names) {
  return { ...results, claims: Object.fromEntries(names.flatMap((name) => getEntry(results.claims, name))) };
}

function writeJson(/** @type {string} */ path, /** @type {unknown} */ value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** @returns {[string, ClaimOutcome][]} */
function getEntry(/** @type {Record<string, ClaimOutcome>} */ outcomes, /** @type {string} */ name) {
  const outcome = outcomes[name];
  return outcome === undefined ? [] : [[name, outcome]];
}

/** Returns true when results of an earlier run count for a new one: same code, Node, machine, amount and seed. */
export function canResume(
  /** @type {Results} */ earlier,
  /** @type {Pick<Results, 'machine' | 'amount' | 'seed'>} */ run,
) {
  const { machine, amount, seed } = earlier;
  return (
    !machine.source.changed &&
    JSON.stringify([machine, amount, seed]) === JSON.stringify([run.machine, run.amount, run.seed])
  );
}

/** Formats counts as `40 power cuts, 1 change`. */
export const formatCounts = (/** @type {Record<string, number>} */ counts) =>
  Object.entries(counts)
    .map(([what, count]) => `${count.toLocaleString('en')} ${count === 1 ? toSingular(what) : what}`)
    .join(', ');

/** Singular forms of counts that have more than one plural noun. */
const SINGULARS = new Map([['files and folders', 'file or folder']]);

/** Puts the first plural noun of a count into the singular: `acknowledged uploads`, `runs of the suite`. */
const toSingular = (/** @type {string} */ what) =>
  SINGULARS.get(what) ?? what.replace(/(?:ies|s)(?= |$)/, (ending) => (ending === 'ies' ? 'y' : ''));

/** Formats a duration as `45 seconds`, `9.4 minutes` or `3.5 hours`. */
export function formatDuration(/** @type {number} */ seconds) {
  if (seconds < 60) return `${Math.round(seconds)} seconds`;
  const [amount, unit] = seconds < 3_600 ? [seconds / 60, 'minutes'] : [seconds / 3_600, 'hours'];
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${unit}`;
}
