// @ts-check
// Measures the service beside the minimum that could do the same work. See README.md.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { corpusOptions } from './corpus.mjs';
import { measureSize } from './run.mjs';
import { formatGrowth, formatResult } from './table.mjs';
import { addVerdicts } from './targets.mjs';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '1000,10000' },
    ...corpusOptions,
    rows: { type: 'string' },
    'warm-up': { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
const sizes = values.notes.split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size > 0))
  throw new Error(`--notes: ${values.notes} is not a list of whole numbers above 0, separated by commas.`);

const warmUp = values['warm-up'] === undefined ? undefined : Number(values['warm-up']);
if (warmUp !== undefined && !(Number.isInteger(warmUp) && warmUp >= 0))
  throw new Error(`--warm-up: ${values['warm-up']} is not a number of rounds.`);

const parts = (values.rows ?? '').split(',');
const wants = (/** @type {string} */ row) => parts.some((part) => row.includes(part));
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
const machine = {
  cpu: cpus()[0]?.model ?? '',
  cores: cpus().length,
  node: process.version,
  platform: process.platform,
};
const results = [];
for (const notes of sizes) {
  const result = await measureSize({ notes, corpus: values, wants, say, warmUp });
  results.push(result);
  if (!values.json) process.stdout.write(`\n${formatResult(result)}\n\n`);
}
const [first, last] = [results[0], results.at(-1)];
if (!values.json && first !== undefined && last !== undefined && last.notes > first.notes)
  process.stdout.write(`${formatGrowth(first, last)}\n`);
if (values.json) process.stdout.write(`${JSON.stringify({ machine, results: results.map(addVerdicts) }, null, 2)}\n`);
