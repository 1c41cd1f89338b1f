// @ts-check
import { hashClaimFiles } from '../../tooling/prove/claim-files.mjs';
import { claims } from '../../tooling/prove/claims.mjs';
import { formatHardware } from '../../tooling/prove/machine.mjs';
import { countHeld } from '../../tooling/prove/parts.mjs';
import { combineRecord, formatCounts, formatDuration, readRecord } from '../../tooling/prove/results.mjs';
import { code, plain, table } from './markdown.mjs';

/** @typedef {import('../../tooling/prove/claims.mjs').Claim} Claim */
/** @typedef {import('../../tooling/prove/claims.mjs').Amount} Amount */
/** @typedef {import('../../tooling/prove/parts.mjs').ClaimOutcome} ClaimOutcome */
/** @typedef {import('../../tooling/prove/results.mjs').Results} Results */
/** @typedef {Record<string, Claim>} Claims */

/** Results that `npm run prove -- --record` wrote. */
const RECORD = new URL('../../tooling/prove/results.json', import.meta.url);
export const PROOF_PAGE = new URL('../pages/guide/proof.md', import.meta.url);

/** Generated part of the page, with its first and last line. */
const GENERATED = /^<!-- results: .*-->$[\s\S]*^<!-- end of the results -->$/m;
const FIRST_LINE = '<!-- results: written by npm run generate -->';
const LAST_LINE = '<!-- end of the results -->';

/**
 * Replaces the generated part of the page on proof by that of the present record.
 * @throws {Error} when the page has no such part
 */
export function updateProof(/** @type {string} */ page) {
  if (!GENERATED.test(page)) throw new Error(`The page on proof has no part from "${FIRST_LINE}" to "${LAST_LINE}".`);
  const results = renderProof(readRecord(RECORD), claims, hashClaimFiles);
  return page.replace(GENERATED, () => [FIRST_LINE, '', results, '', LAST_LINE].join('\n'));
}

/**
 * Returns every claim with its newest result of a quick and of a full run, each with its date and commit, and the
 * machines of these runs. Parts of a full run are shown together, and listed by commit below.
 *
 * @param {readonly Results[]} record
 * @param {Claims} all
 * @param {(claim: Claim) => string} hashFiles digest of the present files of a claim
 */
export function renderProof(record, all, hashFiles) {
  const rows = Object.entries(all).map(([name, claim]) => {
    const digest = hashFiles(claim);
    const quick = describeWhole(record, 'quick', name, claim, digest);
    const full = [...describeWhole(record, 'full', name, claim, digest), ...describeParts(record, name, claim, digest)];
    return [code(name), plain(claim.promise), ...[quick, full].map((results) => results.join('; ') || 'not run')];
  });
  return [
    ...[formatQuickTime(record), ''],
    ...[table(['Claim', 'Promise', 'Quick amounts', 'Full amounts'], rows), ''],
    ...['### Parts', '', 'The parts that ran at each commit:', '', ...listParts(record, Object.keys(all)), ''],
    ...['### Machines', '', ...listMachines(record)],
  ].join('\n');
}

/** Returns the time of the newest quick run that had the most claims. */
function formatQuickTime(/** @type {readonly Results[]} */ record) {
  const timed = record.filter(({ amount, timing }) => amount === 'quick' && timing !== undefined);
  const most = Math.max(...timed.map(({ timing }) => timing?.claims ?? 0));
  const { timing, machine, date } = timed.findLast((run) => run.timing?.claims === most) ?? {};
  if (timing === undefined || machine === undefined) return 'No quick run was timed.';
  const jobs = timing.jobs === 1 ? 'one script at a time' : `${timing.jobs} scripts at once`;
  return `The last quick run of ${timing.claims} claims took ${formatDuration(timing.seconds)}, with ${jobs} on ${machine.cores} cores (${date}, commit ${code(machine.source.commit)}).`;
}

/** @returns {string[]} none when the claim did not run as a whole in this amount */
function describeWhole(
  /** @type {readonly Results[]} */ record,
  /** @type {Amount} */ amount,
  /** @type {string} */ name,
  /** @type {Claim} */ claim,
  /** @type {string} */ digest,
) {
  return record.flatMap(({ machine, date, amount: recorded, claims: found }) => {
    const outcome = found[name];
    if (recorded !== amount || outcome === undefined || outcome.parts) return [];
    const origin = `${formatDuration(outcome.seconds)}, ${date}, ${code(machine.source.commit)}`;
    const warning = outcome.files === digest ? '' : `. **${formatFiles(claim)} changed since.**`;
    return [`${describeOutcome(outcome)} (${origin})${warning}`];
  });
}

/** @returns {string[]} none when no part of the claim ran */
function describeParts(
  /** @type {readonly Results[]} */ record,
  /** @type {string} */ name,
  /** @type {Claim} */ claim,
  /** @type {string} */ digest,
) {
  const outcome = combineRecord(record, name);
  if (outcome?.parts === undefined) return [];
  const runs = record.filter(({ claims: found }) => found[name]?.parts);
  const dates = [...new Set([runs[0]?.date, runs.at(-1)?.date])].join(' to ');
  const commits = new Set(runs.map(({ machine }) => machine.source.commit));
  const from = commits.size === 1 ? code([...commits].join('')) : `${commits.size} commits`;
  const old = Object.values(outcome.parts.outcomes).filter(({ files }) => files !== digest).length;
  const { total } = outcome.parts;
  const held =
    countHeld(outcome.parts) === total ? `${total} parts` : `${countHeld(outcome.parts)} of ${total} parts held`;
  const warning = old === 0 ? '' : `. **${formatFiles(claim)} changed since ${old} of these parts.**`;
  return [`${describeOutcome(outcome, held)} (${formatDuration(outcome.seconds)}, ${dates}, ${from})${warning}`];
}

function describeOutcome(/** @type {ClaimOutcome} */ { verdict, counts, notes }, /** @type {string} */ held = '') {
  const reasons = verdict === 'held in part' || verdict === 'skipped' ? notes.map(plain) : [];
  return `${verdict}: ${[held, formatCounts(counts), ...reasons].filter((text) => text !== '').join(', ')}`;
}

const formatFiles = (/** @type {Claim} */ { tests }) => (tests === undefined ? 'Its script' : 'Its test files');

/** Lists the commits of the parts of each claim. @returns {string[]} */
function listParts(/** @type {readonly Results[]} */ record, /** @type {readonly string[]} */ names) {
  return names.flatMap((name) => {
    /** @type {Map<string, number[]>} */
    const commits = new Map();
    for (const { machine, claims: found } of record) {
      const numbers = Object.keys(found[name]?.parts?.outcomes ?? {}).map(Number);
      const { commit } = machine.source;
      if (numbers.length > 0) commits.set(commit, [...(commits.get(commit) ?? []), ...numbers]);
    }
    if (commits.size === 0) return [];
    const ranges = [...commits].map(([commit, numbers]) => `${formatRanges(numbers)} at ${code(commit)}`);
    return [`- ${code(name)}: ${ranges.join('; ')}`];
  });
}

/** Formats numbers as `1-3, 7`. */
function formatRanges(/** @type {readonly number[]} */ numbers) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** Lists the machines with the seeds and commits of their runs. @returns {string[]} */
function listMachines(/** @type {readonly Results[]} */ record) {
  /** @type {Map<string, Set<string>>} */
  const machines = new Map();
  for (const { machine, seed } of record) {
    const key = `${formatHardware(machine)}, Node ${machine.node}, seed ${seed}`;
    machines.set(key, (machines.get(key) ?? new Set()).add(machine.source.commit));
  }
  return [...machines].map(([key, commits]) => `- ${plain(key)}: ${[...commits].map(code).join(', ')}`);
}
