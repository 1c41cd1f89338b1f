// @ts-check

/** @typedef {import('./claims.mjs').Claim} Claim */
/** @typedef {import('./claims.mjs').Amount} Amount */
/** @typedef {import('./run-claim.mjs').Outcome} Outcome */
/**
 * Full amount of a claim as parts that run one by one.
 * @typedef {object} Plan
 * @property {number} total number of parts
 * @property {string} each arguments that set the amount of one part
 */
/** @typedef {Plan & { outcomes: Record<string, Outcome> }} Parts outcomes: by the number of the part, from 1 */
/**
 * Outcome of a claim. `incomplete`: some parts of the claim held, at least in part, and the others have not run.
 * @typedef {Omit<Outcome, 'verdict'> & { verdict: Outcome['verdict'] | 'incomplete', parts?: Parts }} ClaimOutcome
 */
/** @typedef {{ name: string, part?: number | undefined }} Unit claim that runs at once, or one part of a claim */

/**
 * Returns the plan of a claim in this amount, or undefined when the claim runs as a whole.
 * @returns {Plan | undefined}
 */
export function getPlan(/** @type {Claim} */ { parts, amounts }, /** @type {Amount} */ amount) {
  return amount === 'full' && parts !== undefined ? { total: parts, each: amounts.full.join(' ') } : undefined;
}

export const isSamePlan = (/** @type {Plan} */ a, /** @type {Plan} */ b) => a.total === b.total && a.each === b.each;

/**
 * Returns the units of a claim in their order.
 * @returns {Unit[]}
 */
export function listUnits(/** @type {string} */ name, /** @type {Claim} */ claim, /** @type {Amount} */ amount) {
  const plan = getPlan(claim, amount);
  if (plan === undefined) return [{ name }];
  return Array.from({ length: plan.total }, (_, index) => ({ name, part: index + 1 }));
}

/**
 * Returns the arguments of the script of a claim. Each part has seeds of its own, which no part of a run with another
 * seed has.
 *
 * @param {Claim} claim
 * @param {{ amount: Amount, seed: number, part?: number | undefined }} options
 * @returns {string[]}
 */
export function getArguments(claim, { amount, seed, part }) {
  const { parts = 1, seedsOfPart = 1 } = claim;
  const own = part === undefined ? seed : 1 + ((seed - 1) * parts + part - 1) * seedsOfPart;
  const isNumbered = part !== undefined && claim.takesPart === true;
  return [
    ...(claim.args ?? []),
    ...claim.amounts[amount],
    ...(isNumbered ? ['--part', `${part}/${parts}`] : []),
    ...(claim.takesSeed === false ? [] : ['--seed', String(own)]),
  ];
}

/**
 * Combines the outcomes of parts to that of their claim: sums of the counts and seconds, and every note once.
 * @returns {ClaimOutcome}
 */
export function combineParts(/** @type {Parts} */ parts) {
  const outcomes = Object.values(parts.outcomes);
  /** @type {Record<string, number>} */
  const counts = {};
  for (const outcome of outcomes)
    for (const [what, count] of Object.entries(outcome.counts)) counts[what] = (counts[what] ?? 0) + count;
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0);
  return {
    verdict: judgeParts(parts),
    counts,
    notes: [...new Set(outcomes.flatMap(({ notes }) => notes))],
    seconds: Math.round(seconds * 10) / 10,
    parts,
  };
}

/** @returns {ClaimOutcome['verdict']} */
function judgeParts(/** @type {Parts} */ parts) {
  const verdicts = Object.values(parts.outcomes).map(({ verdict }) => verdict);
  if (verdicts.includes('broken')) return 'broken';
  if (verdicts.includes('skipped')) return 'skipped';
  if (verdicts.length < parts.total) return 'incomplete';
  return verdicts.includes('held in part') ? 'held in part' : 'held';
}

/** Returns the number of parts that held, all of each. */
export const countHeld = (/** @type {Parts} */ { outcomes }) =>
  Object.values(outcomes).filter(({ verdict }) => verdict === 'held').length;

/**
 * Adds the outcome of a unit to that of its claim.
 * @param {ClaimOutcome | undefined} earlier outcome of the same plan
 * @param {Claim} claim
 * @param {number | undefined} part undefined when the claim ran as a whole
 * @param {Outcome} outcome
 * @returns {ClaimOutcome}
 */
export function addOutcome(earlier, claim, part, outcome) {
  const plan = getPlan(claim, 'full');
  if (part === undefined || plan === undefined) return outcome;
  return combineParts({ ...plan, outcomes: { ...earlier?.parts?.outcomes, [part]: outcome } });
}

/**
 * Returns the verdict on a unit in the outcome of its claim.
 * @returns {ClaimOutcome['verdict'] | undefined} undefined when the unit did not run in this amount
 */
export function getUnitVerdict(
  /** @type {ClaimOutcome | undefined} */ outcome,
  /** @type {Claim} */ claim,
  /** @type {Unit} */ { part },
) {
  if (outcome?.parts === undefined || part === undefined) return outcome?.verdict;
  const plan = getPlan(claim, 'full');
  return plan !== undefined && isSamePlan(plan, outcome.parts) ? outcome.parts.outcomes[part]?.verdict : undefined;
}

/** Returns true when a verdict is that of a unit that found no fault in what this machine can try. */
export const isHeldHere = (/** @type {ClaimOutcome['verdict'] | undefined} */ verdict) =>
  verdict === 'held' || verdict === 'held in part';
