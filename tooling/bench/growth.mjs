// @ts-check
// Measures all rows in one library that grows tenfold in each step, and names the rows that grow faster than the logarithm
// of its size: node tooling/bench/growth.mjs [--sizes 1000,10000,100000] [--keep <folder>]. See README.md.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusOptions } from './corpus.mjs';
import { findGrowth, formatGrowthTable } from './growth-table.mjs';
import { fillLibrary, measureLibrary } from './run.mjs';
import { formatResult } from './table.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    rows: { type: 'string' },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
    ...corpusOptions,
  },
});
/** Rows whose time does not depend on the library. */
const INDEPENDENT = ['upload', 'download'];

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
const sizes = values.sizes.split(',').map(Number);
if (!sizes.every((size, index) => Number.isInteger(size) && size > (sizes[index - 1] ?? 0)))
  throw new Error(`--sizes: ${values.sizes} is not an ascending list of whole numbers, separated by commas.`);

const parts = values.rows?.split(',');
const wants = (/** @type {string} */ row) =>
  parts === undefined ? !INDEPENDENT.includes(row) : parts.some((part) => row.includes(part));
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'notes-growth-'));
if (values.keep === undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(folder, { recursive: true });
const library = join(folder, 'library');
const stateFile = join(folder, 'filled.json');
/** @type {{ notes: number, filled: import('./fill.mjs').Filled }} */
let state = existsSync(stateFile)
  ? JSON.parse(readFileSync(stateFile, 'utf8'))
  : { notes: 0, filled: { markdownBytes: 0, seconds: 0, stored: [] } };

const results = [];
for (const notes of sizes.filter((size) => size >= state.notes)) {
  const stage = await growTo(notes);
  const scratch = join(folder, 'scratch');
  rmSync(scratch, { recursive: true, force: true });
  const copy = join(scratch, 'library');
  cpSync(library, copy, { recursive: true });
  const job = { notes, corpus: values, wants, say };
  const { bulkNotesPerSecond: _, ...result } = await measureLibrary(scratch, copy, state.filled, job);
  results.push({ ...result, bulkNotesPerSecond: stage.notes / stage.seconds });
  if (!values.json) process.stdout.write(`${formatResult(/** @type {any} */ (results.at(-1)))}\n\n`);
  rmSync(scratch, { recursive: true, force: true });
}
const growth = findGrowth(results);
process.stdout.write(
  values.json ? `${JSON.stringify({ results, growth }, null, 2)}\n` : `${formatGrowthTable(growth)}\n`,
);

/** Adds the notes that the library lacks; returns their number and the seconds that took. */
async function growTo(/** @type {number} */ notes) {
  if (state.notes === notes) return { notes, seconds: state.filled.seconds };
  say(`${notes} notes: adding ${notes - state.notes}`);
  const added = await fillLibrary(library, { from: state.notes, notes, corpus: values });
  const { filled } = state;
  // Notes of each part are in the sample in proportion to its size.
  const share = Math.max(1, Math.round(notes / Math.max(1, state.notes)));
  const earlier = filled.stored.filter((_, index) => index % share === 0);
  const stage = { notes: notes - state.notes, seconds: added.seconds };
  state = {
    notes,
    filled: {
      markdownBytes: filled.markdownBytes + added.markdownBytes,
      seconds: filled.seconds + added.seconds,
      stored: [...earlier, ...added.stored],
    },
  };
  writeFileSync(stateFile, JSON.stringify(state));
  return stage;
}
