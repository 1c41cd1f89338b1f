// @ts-check
// Measures times of archives beside restic and tar on the same files, and memory by size of library. See README.md.
import { parseArgs } from 'node:util';
import { measureMemory } from './archive/memory.mjs';
import { measureTimes } from './archive/times.mjs';
import { corpusOptions } from './corpus.mjs';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '10000' },
    megabytes: { type: 'string', default: '500' },
    ...corpusOptions,
    memory: { type: 'string', default: '10000,100000' },
    only: { type: 'string', default: 'times,memory' },
  },
});
const parts = values.only.split(',');
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
const show = (/** @type {readonly string[]} */ lines) => process.stdout.write(`${lines.join('\n')}\n\n`);

let failed = 0;
if (parts.includes('times')) {
  const { lines, missed } = await measureTimes({
    notes: Number(values.notes),
    megabytes: Number(values.megabytes),
    corpus: values,
    say,
  });
  show(lines);
  failed += missed;
}
if (parts.includes('memory')) {
  const { lines, missed } = measureMemory({ sizes: values.memory.split(',').map(Number), corpus: values, say });
  show(lines);
  failed += missed;
}
process.exitCode = failed === 0 ? 0 : 1;
