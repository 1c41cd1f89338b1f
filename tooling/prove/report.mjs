// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * Report of a script. Without `skipped` and `faults` the reasons and the verdict are read from its output.
 * @typedef {object} Report
 * @property {Record<string, number>} counts attempts by kind
 * @property {readonly string[]} [skipped] reasons for parts that could not run here
 * @property {readonly string[]} [faults] faults that it found; empty when it failed in another way, such as by a timeout
 */

/**
 * Reports how much of a claim a script tried. `npm run prove` names the file in the variable `PROVE_REPORT`; without it
 * nothing is written, so that a script can also be run alone.
 *
 * @param {Report['counts']} counts in words that continue a number: `{ 'power cuts': 1000 }`
 * @param {Report['skipped']} [skipped]
 * @param {Report['faults']} [faults]
 */
export function reportCounts(counts, skipped, faults) {
  const { PROVE_REPORT: file } = process.env;
  if (file !== undefined) writeFileSync(file, JSON.stringify({ counts, skipped, faults }));
}
