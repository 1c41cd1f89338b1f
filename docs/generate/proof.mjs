// @ts-check
import { claims } from '../../tooling/prove/claims.mjs';
import { formatMachine } from '../../tooling/prove/machine.mjs';
import { formatCounts, readRecord } from '../../tooling/prove/results.mjs';
import { code, plain, table } from './markdown.mjs';

/** Results that `npm run prove -- --record` wrote. */
const RECORD = new URL('../../tooling/prove/results.json', import.meta.url);

/**
 * Returns every claim with its newest result of a quick and of a full run, and date, commit, machine and seed of these
 * runs.
 */
export function renderProof() {
  const record = readRecord(RECORD);
  const rows = Object.entries(claims).map(([name, { promise }]) => {
    const results = record.flatMap((run, index) => formatResult(run, index, name));
    return [code(name), plain(promise), results.join('; ') || 'not run'];
  });
  const runs = record.map(
    ({ date, seed, amount }, index) => `- Run ${index + 1}: ${date}, ${amount} amounts, seed ${seed}`,
  );
  const machines = record.map(({ machine }, index) => `Run ${index + 1}: ${formatMachine(machine)}`);
  return [...runs, '', '```text', ...machines, '```', '', table(['Claim', 'Promise', 'Results'], rows)].join('\n');
}

/** @returns {string[]} none when the claim was not in this run */
function formatResult(
  /** @type {import('../../tooling/prove/results.mjs').Results} */ run,
  /** @type {number} */ index,
  /** @type {string} */ name,
) {
  const outcome = run.claims[name];
  if (outcome === undefined) return [];
  const amount = run.amount === 'full' ? 'in full' : 'quick';
  return [`${amount} (run ${index + 1}): ${outcome.verdict}, ${formatCounts(outcome.counts)}`];
}
