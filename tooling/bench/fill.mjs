// @ts-check
// Makes a library: node fill.mjs <data folder> <notes> [--from <notes>] [--corpus <folder of Markdown>]
// [--density <name>]. With --from it adds the notes from that number on to a library that has the others. Prints what it
// added as one line of JSON.
import { parseArgs } from 'node:util';
import { corpusOptions, openCorpus } from './corpus.mjs';
import { importFrom } from './packages.mjs';

/**
 * @typedef {{ id: string, number: number }} Stored a note by its number in the corpus
 * @typedef {{ markdownBytes: number, seconds: number, stored: Stored[] }} Filled stored: at most a thousand notes, evenly spread
 */

/** Largest number of notes of one commit. */
const BATCH = 128;
const SAMPLE = 1_000;

async function fill(
  /** @type {string} */ dataDir,
  /** @type {{ first: number, notes: number }} */ { first, notes },
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
  for (let from = first; from < notes; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, notes - from) }, (_, index) => corpus(from + index));
    for (const { body } of batch) markdownBytes += Buffer.byteLength(body);
    const made = await Promise.all(batch.map((note) => invoke('createDocument', context, { ...note })));
    ids.push(...made.map(({ id }) => id));
  }
  const seconds = (performance.now() - started) / 1000;
  library.store.close();
  const step = Math.max(1, ids.length / SAMPLE);
  const places = Array.from({ length: Math.min(SAMPLE, ids.length) }, (_, index) => Math.floor(index * step));
  const stored = places.map((place) => ({ id: /** @type {string} */ (ids[place]), number: first + place }));
  return { markdownBytes, seconds, stored };
}

const { positionals, values } = parseArgs({
  options: { from: { type: 'string', default: '0' }, ...corpusOptions },
  allowPositionals: true,
});
const [dataDir = '', notes] = positionals;
process.stdout.write(
  `${JSON.stringify(await fill(dataDir, { first: Number(values.from), notes: Number(notes) }, values))}\n`,
);
