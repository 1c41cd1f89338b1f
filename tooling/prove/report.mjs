// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * Reports how much of a claim a script tried. `npm run prove` names the file in the variable `PROVE_REPORT`; without it
 * nothing is written, so that a script can also be run alone.
 *
 * @param {Record<string, number>} counts attempts by kind, in words that continue a number: `{ 'power cuts': 1000 }`
 * @param {readonly string[]} [skipped] reasons for parts that could not run here
 */
export function reportCounts(counts, skipped = []) {
  const { PROVE_REPORT: file } = process.env;
  if (file !== undefined) writeFileSync(file, JSON.stringify({ counts, skipped }));
}
