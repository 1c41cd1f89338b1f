// @ts-check
// Makes a library: node fill.mjs <data folder> <notes> [--corpus <folder of Markdown>] [--density <name>]. Prints its
// contents as one line of JSON.
import { parseArgs } from 'node:util';
import { corpusOptions, openCorpus } from './corpus.mjs';
import { importFrom } from './packages.mjs';

/**
 * @typedef {{ id: string, number: number }} Stored a note by its number in the corpus
 * @typedef {{ markdownBytes: number, seconds: number, stored: Stored[] }} Filled stored: a thousand notes, evenly spread
 */

/** Largest number of notes of one commit. */
const BATCH = 128;
const SAMPLE = 1_000;

async function fill(
  /** @type {string} */ dataDir,
  /** @type {number} */ notes,
  /** @type {import('./corpus.mjs').CorpusChoice} */ choice,
) {
  const { invoke, openLibrary } = await importFrom('apps/server', '@notes/operations');
  const { loadConfig } = await importFrom('apps/server', '@notes/operations/config');
  const corpus = openCorpus(choice);
  const config = loadConfig({ dataDir }, {});
  const library = await openLibrary({ config, serviceVersion: 'bench', create: true });
  const context = { library, origin: 'import', now: Date.now };
  /** @type {string[]} */
  const ids = [];
  let markdownBytes = 0;
  const started = performance.now();
  for (let from = 0; from < notes; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, notes - from) }, (_, index) => corpus(from + index));
    for (const { body } of batch) markdownBytes += Buffer.byteLength(body);
    const made = await Promise.all(batch.map((note) => invoke('createDocument', context, { ...note })));
    ids.push(...made.map(({ id }) => id));
  }
  const seconds = (performance.now() - started) / 1000;
  library.store.close();
  const step = Math.max(1, notes / SAMPLE);
  const numbers = Array.from({ length: Math.min(SAMPLE, notes) }, (_, index) => Math.floor(index * step));
  const stored = numbers.map((number) => ({ id: /** @type {string} */ (ids[number]), number }));
  return { markdownBytes, seconds, stored };
}

const { positionals, values } = parseArgs({ options: corpusOptions, allowPositionals: true });
const [dataDir = '', notes] = positionals;
process.stdout.write(`${JSON.stringify(await fill(dataDir, Number(notes), values))}\n`);
