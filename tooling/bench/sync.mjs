// @ts-check
// Measures two devices that synchronise through a folder, the additional cost of a write with sync, and the processor
// time and memory of a first sync and the writes of a user meanwhile. See README.md.
import { parseArgs } from 'node:util';
import { corpusOptions } from './corpus.mjs';
import { measureExchange } from './sync/exchange.mjs';
import { measureMemory } from './sync/memory.mjs';
import { measureProcessor } from './sync/processor.mjs';
import { measureWaits } from './sync/waits.mjs';
import { measureWrites } from './sync/writes.mjs';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '10000' },
    megabytes: { type: 'string', default: '500' },
    concurrent: { type: 'string', default: '1000' },
    memory: { type: 'string', default: '10000,40000' },
    only: { type: 'string', default: 'processor,waits,exchange,writes,memory' },
    ...corpusOptions,
  },
});
const parts = values.only.split(',');
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
const notes = Number(values.notes);

/** @typedef {{ lines: readonly string[], missed: number }} Result */
/** @type {Result[]} */
const results = [];
if (parts.includes('processor')) results.push(measureProcessor({ notes, corpus: values, say }));
if (parts.includes('waits')) results.push(await measureWaits({ notes, corpus: values, say }));
if (parts.includes('exchange')) {
  const asked = {
    notes,
    megabytes: Number(values.megabytes),
    concurrent: Number(values.concurrent),
    corpus: values,
    say,
  };
  results.push(measureExchange(asked));
}
if (parts.includes('writes')) results.push(await measureWrites({ notes, corpus: values, say }));
if (parts.includes('memory'))
  results.push(measureMemory({ sizes: values.memory.split(',').map(Number), corpus: values, say }));
for (const { lines } of results) process.stdout.write(`${lines.join('\n')}\n\n`);
process.exitCode = results.some(({ missed }) => missed > 0) ? 1 : 0;
