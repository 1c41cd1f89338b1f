// @ts-check
// Measures searches through the service with a real notes-search, the feed, and the memory of both. See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { corpusOptions, openCorpus, toCorpusArguments } from './corpus.mjs';
import { runScript } from './process.mjs';
import { measureSidecar } from './sidecar/measure-sidecar.mjs';
import { makeWordModel } from './sidecar/word-model.mjs';

const FILL = fileURLToPath(new URL('fill.mjs', import.meta.url));

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '100000' },
    ...corpusOptions,
    model: { type: 'string' },
    library: { type: 'string' },
    index: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
const notes = Number(values.notes);
const seconds = Number(values.seconds);
for (const [name, value] of Object.entries({ notes, seconds }))
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name}: ${value} is not a whole number above 0.`);

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'notes-bench-sidecar-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const dataDir = values.library ?? join(folder, 'library');
if (values.library === undefined) {
  say(`filling a library of ${notes} notes`);
  await runScript([FILL, dataDir, String(notes), ...toCorpusArguments(values)]);
}
const corpus = openCorpus(values);
const model = values.model ?? (await makeWordModel(join(folder, 'model'), corpus));
const rows = await measureSidecar({
  dataDir,
  indexDir: values.index ?? join(folder, 'index'),
  model,
  corpus,
  notes,
  seconds,
  say,
});
if (values.json) process.stdout.write(`${JSON.stringify({ notes, rows }, null, 2)}\n`);
else {
  process.stdout.write(`${notes} notes\n\n`);
  for (const { name, value, unit, target = '', ok } of rows) {
    const verdict = ok === undefined ? '' : ok ? 'ok' : 'MISS';
    const figure = `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;
    process.stdout.write(`${name.padEnd(44)}${figure.padStart(12)}  ${target.padEnd(14)} ${verdict}`.trimEnd());
    process.stdout.write('\n');
  }
}
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0;
