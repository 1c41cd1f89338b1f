// @ts-check
import { claims } from '../../tooling/prove/claims.mjs';
import { formatMachine } from '../../tooling/prove/machine.mjs';
import { formatCounts, readResults } from '../../tooling/prove/results.mjs';
import { code, plain, table } from './markdown.mjs';

/** Results that `npm run prove -- --record` wrote. */
const RECORD = new URL('../../tooling/prove/results.json', import.meta.url);

/** Returns every claim with its last result, and the machine and seed of that run. */
export function renderProof() {
  const results = readResults(RECORD);
  const rows = Object.entries(claims).map(([name, { promise }]) => {
    const outcome = results?.claims[name];
    const tried = outcome === undefined ? 'not run' : `${outcome.verdict}: ${formatCounts(outcome.counts)}`;
    return [code(name), plain(promise), tried];
  });
  const list = table(['Claim', 'Promise', 'Result'], rows);
  if (results === undefined) return list;
  const run = `Run of ${results.date}, seed ${results.seed}, ${results.amount} amounts:`;
  return [run, '', '```text', formatMachine(results.machine), '```', '', list].join('\n');
}
