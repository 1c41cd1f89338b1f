// @ts-check
// Prints how well searches find the notes of the judged queries. See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from '../bench/measure.mjs';
import { average, judge } from './figures.mjs';
import { readJudgedNotes, readNoteFolder, readOtherNotes, readQueries } from './judged-set.mjs';
import { deriveKnownItems } from './known-items.mjs';
import { findModel, startSidecar } from './own-sidecar.mjs';
import { Service, startService } from './service.mjs';
import { listChannels, openFusedSearch, sidecarSettings, waitForDescription, waitUntilActive } from './sidecar.mjs';
import { deriveSlips } from './slips.mjs';
import { formatJudgement } from './table.mjs';

/**
 * @typedef {import('./known-items.mjs').KnownItem} KnownItem
 * @typedef {import('./known-items.mjs').StoredNote} StoredNote
 * @typedef {import('./table.mjs').Judgement} Judgement
 * @typedef {(text: string) => Promise<{ ms: number, ids: string[] }>} Search
 */

const { values } = parseArgs({
  options: {
    notes: { type: 'string', multiple: true, default: [] },
    url: { type: 'string' },
    sidecar: { type: 'string' },
    'api-key': { type: 'string', default: '' },
    model: { type: 'string', default: 'glove' },
    count: { type: 'string', default: '300' },
    failures: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
const count = Number(values.count);
if (!Number.isInteger(count) || count < 1) throw new Error(`--count: ${values.count} is not a whole number above 0.`);

/** Number of queries in each group of slips. */
const SLIPS = 20;

/** Judges searches in the library of a running service by queries derived from its notes. Writes nothing. */
async function judgeService(/** @type {URL} */ url) {
  const reader = new Service(url);
  const items = deriveKnownItems(await reader.read('-notebook:Help'), count);
  reader.close();
  const service = new Service(url);
  print(await judgeSets({ 'Known items': items }, listWays(service)));
  service.close();
}

/** Judges searches in a new library with the judged notes and those of the given folders. */
async function judgeOwnLibrary() {
  const dataDir = mkdtempSync(join(tmpdir(), 'notes-search-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', remove);
  const { url, stop } = await startService(dataDir);
  const writer = new Service(url);
  const notes = readJudgedNotes();
  const judged = await writer.store(notes);
  await writer.store(readOtherNotes());
  const given = await writer.store(values.notes.flatMap(readNoteFolder));
  const help = await writer.read('notebook:Help');
  writer.close();
  const sets = {
    'Judged queries': resolveTitles(readQueries(), [...judged, ...help]),
    'Slips in judged notes': resolveTitles(deriveSlips(notes, SLIPS), judged),
    'Known items of the given folders': deriveKnownItems(given, count),
  };
  const service = new Service(url);
  const judgements = await judgeSets(sets, listWays(service));
  service.close();
  await stop();
  const sidecar = await openSidecar();
  const others = await judgeWithSidecar(dataDir, sets, sidecar);
  for (const [name, judgement] of Object.entries(judgements)) addWays(judgement, others[name]);
  await sidecar.stop();
  print(judgements);
}

/** Returns the given sidecar, or starts one with the model. */
async function openSidecar() {
  if (values.sidecar !== undefined)
    return { url: values.sidecar, apiKey: values['api-key'], stop: () => Promise.resolve() };
  return startSidecar(await findModel(values.model, (line) => process.stderr.write(`${line}\n`)));
}

/** Judges searches in a library with a sidecar: each of its channels alone, and both together with the built-in index. */
async function judgeWithSidecar(
  /** @type {string} */ dataDir,
  /** @type {Record<string, readonly KnownItem[]>} */ sets,
  /** @type {import('./sidecar.mjs').Sidecar} */ sidecar,
) {
  const library = await fillSidecar(dataDir, sidecar);
  const channels = await listChannels(sidecar, library);
  const fused = await openFusedSearch(dataDir, sidecar);
  const judgements = await judgeSets(sets, { ...channels, fused: fused.search });
  fused.close();
  return judgements;
}

/** Fills the index of a sidecar with the notes of a library, and returns the id of the index. */
async function fillSidecar(/** @type {string} */ dataDir, /** @type {import('./sidecar.mjs').Sidecar} */ sidecar) {
  const { url, stop } = await startService(dataDir, sidecarSettings(sidecar));
  const service = new Service(url);
  await waitUntilActive(() => service.readStatus());
  const { database_info: library } = await service.readStatus();
  await waitForDescription(sidecar, library.replica_id, (index) => index.channels.meaning !== 'building');
  service.close();
  await stop();
  return /** @type {string} */ (library.replica_id);
}

/** Returns the judged queries with the ids of their notes. */
function resolveTitles(
  /** @type {readonly import('./judged-set.mjs').Query[]} */ queries,
  /** @type {readonly StoredNote[]} */ notes,
) {
  const ids = new Map(notes.map(({ title, id }) => [title, id]));
  return queries.map(({ group, text, titles }) => ({
    group,
    text,
    ids: titles.map((title) => {
      const id = ids.get(title);
      if (id === undefined) throw new Error(`No judged note has the title "${title}".`);
      return id;
    }),
  }));
}

/**
 * Returns the ways of searching that a service offers.
 * @returns {Record<string, Search>}
 */
const listWays = (/** @type {Service} */ service) => ({
  exact: (text) => service.search(text, true),
  'built in': (text) => service.search(text),
});

/** Prints a table for each set of queries. */
function print(/** @type {Record<string, Judgement>} */ judgements) {
  const text = Object.entries(judgements).map(([name, judgement]) => `${name}\n\n${formatJudgement(judgement)}\n`);
  process.stdout.write(values.json ? `${JSON.stringify(judgements, null, 2)}\n` : text.join('\n'));
}

/** Judges each set that has queries. */
async function judgeSets(
  /** @type {Record<string, readonly KnownItem[]>} */ sets,
  /** @type {Record<string, Search>} */ ways,
) {
  /** @type {Record<string, Judgement>} */
  const judgements = {};
  for (const [name, queries] of Object.entries(sets))
    if (queries.length > 0) judgements[name] = await judgeQueries(queries, ways);
  return judgements;
}

/** Adds the figures of further ways of searching for the same queries. */
function addWays(/** @type {Judgement} */ judgement, /** @type {Judgement | undefined} */ other) {
  Object.assign(judgement.times, other?.times);
  for (const [index, row] of judgement.rows.entries()) Object.assign(row.ways, other?.rows[index]?.ways);
}

/** @returns {Promise<Judgement>} */
async function judgeQueries(/** @type {readonly KnownItem[]} */ queries, /** @type {Record<string, Search>} */ ways) {
  const groups = [...new Set(queries.map(({ group }) => group))];
  const rows = groups.map((group) => {
    const own = queries.filter((query) => query.group === group);
    return { group, queries: own, ways: /** @type {Record<string, import('./figures.mjs').Figures>} */ ({}) };
  });
  /** @type {Judgement['times']} */
  const times = {};
  for (const [way, search] of Object.entries(ways)) {
    const ms = [];
    for (const row of rows) {
      const found = [];
      for (const query of row.queries) {
        const answer = await search(query.text);
        ms.push(answer.ms);
        const figures = judge(answer.ids, new Set(query.ids));
        found.push(figures);
        if (values.failures && figures.recall < 1) process.stderr.write(`${way}, ${row.group}: ${query.text}\n`);
      }
      row.ways[way] = average(found);
    }
    times[way] = { median: quantile(ms, 0.5), p95: quantile(ms, 0.95) };
  }
  return {
    rows: rows.map(({ group, queries: own, ways: found }) => ({ group, count: own.length, ways: found })),
    times,
  };
}

if (values.url === undefined) await judgeOwnLibrary();
else await judgeService(new URL(values.url));
