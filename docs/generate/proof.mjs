// @ts-check
import { claims } from '../../tooling/prove/claims.mjs';
import { formatMachine } from '../../tooling/prove/machine.mjs';
import { countHeld } from '../../tooling/prove/parts.mjs';
import { combineRecord, formatCounts, readRecord } from '../../tooling/prove/results.mjs';
import { code, plain, table } from './markdown.mjs';

/** Results that `npm run prove -- --record` wrote. */
const RECORD = new URL('../../tooling/prove/results.json', import.meta.url);

/**
 * Returns every claim with its newest result of a quick and of a full run, and date, commit, machine and seed of these
 * runs. Parts of a full run are shown together, with the runs in which they held.
 */
export function renderProof() {
  const record = readRecord(RECORD);
  const rows = Object.entries(claims).map(([name, { promise }]) => {
    const whole = record.flatMap((run, index) => formatResult(run, index, name));
    const results = [...whole, ...formatParts(record, name)];
    return [code(name), plain(promise), results.join('; ') || 'not run'];
  });
  const runs = record.map(
    ({ date, seed, amount }, index) => `- Run ${index + 1}: ${date}, ${amount} amounts, seed ${seed}`,
  );
  const machines = record.map(({ machine }, index) => `Run ${index + 1}: ${formatMachine(machine)}`);
  return [...runs, '', '```text', ...machines, '```', '', table(['Claim', 'Promise', 'Results'], rows)].join('\n');
}

/** @returns {string[]} none when the claim did not run as a whole in this run */
function formatResult(
  /** @type {import('../../tooling/prove/results.mjs').Results} */ run,
  /** @type {number} */ index,
  /** @type {string} */ name,
) {
  const outcome = run.claims[name];
  if (outcome === undefined || outcome.parts) return [];
  const amount = run.amount === 'full' ? 'in full' : 'quick';
  return [`${amount} (run ${index + 1}): ${outcome.verdict}, ${formatCounts(outcome.counts)}`];
}

/** @returns {string[]} none when no part of the claim ran */
function formatParts(
  /** @type {readonly import('../../tooling/prove/results.mjs').Results[]} */ record,
  /** @type {string} */ name,
) {
  const outcome = combineRecord(record, name);
  if (outcome?.parts === undefined) return [];
  const numbers = record.flatMap(({ claims: found }, index) => (found[name]?.parts ? [index + 1] : []));
  const runs = `${numbers.length === 1 ? 'run' : 'runs'} ${numbers.join(', ')}`;
  const held = `${countHeld(outcome.parts)} of ${outcome.parts.total} parts held`;
  return [`in full (${runs}): ${outcome.verdict}, ${held}, ${formatCounts(outcome.counts)}`];
}
