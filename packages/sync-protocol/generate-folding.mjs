// Writes the case folding table for names, for the Unicode version of this Node. Within a version of the merge the table
// must not change: two devices that fold differently would see different names.
import { writeFileSync } from 'node:fs';

const fold = (character) => character.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

const pairs = [];
const longer = [];
for (let code = 0; code <= 0x10ffff; code += 1) {
  if (code >= 0xd800 && code <= 0xdfff) continue;
  const character = String.fromCodePoint(code);
  const folded = fold(character);
  if (folded === character) continue;
  const codes = Array.from(folded, (each) => each.codePointAt(0));
  if (codes.length === 1) pairs.push([code, codes[0] - code]);
  else longer.push([character, folded]);
}

/** Runs of code points with equal steps (1 or 2) and equal folding distance: first, count, step, distance. */
const runs = [];
for (const [code, distance] of pairs) {
  const run = runs.at(-1);
  const step = run && code - (run[0] + (run[1] - 1) * run[2]);
  if (run && run[3] === distance && (run[1] === 1 ? step <= 2 : step === run[2])) {
    run[1] += 1;
    run[2] = step;
  } else runs.push([code, 1, 1, distance]);
}

/** Escapes every character outside ASCII, so that no tool normalises the text. */
const escapeText = (text) =>
  Array.from(text, (each) => (each < '\x7f' ? each : `\\u{${each.codePointAt(0).toString(16)}}`)).join('');

const lines = (words) =>
  Array.from({ length: Math.ceil(words.length / 5) }, (_, i) => words.slice(i * 5, i * 5 + 5).join(' '));

writeFileSync(
  new URL('src/merge/folding-table.ts', import.meta.url),
  `/** Written by generate-folding.mjs with Unicode ${process.versions.unicode}. */

/** Runs of characters that fold to one character: first code point, count, step between code points, distance. */
// biome-ignore format: a table
export const RUNS: readonly number[] = [
${Array.from(
  { length: Math.ceil(runs.length / 6) },
  (_, i) =>
    `  ${runs
      .slice(i * 6, i * 6 + 6)
      .map((run) => run.join(', '))
      .join(',  ')},`,
).join('\n')}
];

/** Characters with a folded form of several characters: each precedes that form, and spaces separate them. */
// biome-ignore format: a table
export const LONGER =
  ${lines(longer.map(([from, to]) => escapeText(`${from}${to}`)))
    .map((line) => `'${line}'`)
    .join(" + ' ' +\n  ")};
`,
);
