// @ts-check
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, serviceProgram } from '../../run/workspace.mjs';
import { deriveKnownItems } from '../../search/known-items.mjs';
import { Service } from '../../search/service.mjs';
import { sidecarSettings, waitForDescription, waitUntilActive } from '../../search/sidecar.mjs';
import { quantile } from '../measure.mjs';
import { startServer } from '../process.mjs';
import { measureFeed } from './measure-feed.mjs';
import { measureRecall } from './measure-recall.mjs';

const PROGRAM = join(root, 'apps', 'search-sidecar', 'dist', 'bundle', 'notes-search.js');
const MB = 1024 * 1024;
/** Notes among which the searched ones are, evenly spread over the library. */
const SAMPLE = 3_000;
/** Number of queries of each kind. */
const QUERIES = 16;
const ROUNDS = 2;
const MAX_SEARCH_MS = 120;
const MIN_ANSWERED = 0.99;
const MIN_RECALL = 0.95;
/** Largest ratio of the memory of the service with a sidecar to that without. */
const MAX_MEMORY_RATIO = 1.1;

/**
 * @typedef {{ name: string, value: number, unit: string, target?: string, ok?: boolean }} Row
 * @typedef {{ dataDir: string, indexDir: string, model: string, corpus: import('../corpus.mjs').Corpus, notes: number,
 *   seconds: number, say: (line: string) => void }} Job seconds: length of the writing
 */

/**
 * Measures a library without and with a sidecar.
 * @returns {Promise<Row[]>}
 */
export async function measureSidecar(/** @type {Job} */ job) {
  const { dataDir, indexDir, model, say, notes, seconds, corpus } = job;
  const queries = chooseQueries(job);
  say('searching without a sidecar');
  const before = await measureSearches(dataDir, [], queries, 'exact');
  const args = [PROGRAM, 'serve', '--data-dir', indexDir, '--listen', '127.0.0.1:0', '--model', model];
  const filled = await measureFilling(job, args);
  const apiKey = readFileSync(join(indexDir, 'api-key'), 'utf8').trim();
  const sidecar = await startServer(args);
  const settings = sidecarSettings({ url: sidecar.url.href, apiKey });
  say('searching with the sidecar');
  const after = await measureSearches(dataDir, settings, queries, 'merged');
  const restartedBytes = await sidecar.readResidentBytes();
  say('comparing the nearest notes with those of an exact search');
  const recall = await measureRecall(
    { url: sidecar.url.href, apiKey },
    { indexDir, model, library: filled.library, queries },
  );
  say(`writing 200 notes a second for ${seconds} s`);
  const feed = await measureFeed({ dataDir, settings, corpus, firstNew: notes, seconds, queries });
  const rows = [
    ...before.rows,
    ...filled.rows,
    ...after.rows,
    makeRow('service memory, with to without', after.bytes / before.bytes, '', { most: MAX_MEMORY_RATIO }),
    makeRow('recall@100 of meaning', recall, '', { least: MIN_RECALL }),
    ...feed,
    makeRow('notes-search memory, after a restart', restartedBytes / MB, 'MB'),
    makeRow('notes-search memory, after the writing', (await sidecar.readResidentBytes()) / MB, 'MB'),
    makeRow('notes-search memory, peak of the writing', sidecar.readPeakBytes() / MB, 'MB'),
  ];
  await sidecar.stop();
  return rows;
}

/**
 * Makes a row with its verdict.
 * @param {string} name
 * @param {number} value
 * @param {string} unit
 * @param {{ most?: number, least?: number }} target
 * @returns {Row}
 */
export function makeRow(name, value, unit, { most, least } = {}) {
  if (most !== undefined) return { name, value, unit, target: `≤ ${most} ${unit}`.trim(), ok: value <= most };
  if (least !== undefined) return { name, value, unit, target: `≥ ${least} ${unit}`.trim(), ok: value >= least };
  return { name, value, unit };
}

/**
 * Chooses queries as people write them who look for a note: rare words, words with slips, words of titles, and the
 * beginning of a sentence. A kind comes after the other, so that no cache has the notes of the query before.
 * @returns {string[]}
 */
function chooseQueries(/** @type {Job} */ { corpus, notes }) {
  const step = Math.max(1, Math.floor(notes / SAMPLE));
  const sample = Array.from({ length: Math.min(SAMPLE, notes) }, (_, index) => ({
    id: String(index),
    ...corpus(index * step),
  }));
  const items = deriveKnownItems(sample, QUERIES);
  const sentences = sample.flatMap(({ body }) => /^[A-Z][a-z]+(?: [a-z]+){5,9}/m.exec(body)?.[0] ?? []);
  const texts = [...items.map(({ text }) => text), ...sentences.slice(0, QUERIES)];
  return texts
    .map((text, index) => ({ text, turn: index % QUERIES }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ text }) => text);
}

/** Measures how long searches of a service take, and its memory after them. */
async function measureSearches(
  /** @type {string} */ dataDir,
  /** @type {readonly string[]} */ settings,
  /** @type {readonly string[]} */ queries,
  /** @type {'exact' | 'merged'} */ kind,
) {
  const server = await startServer(serviceArguments(dataDir, settings));
  const service = new Service(server.url);
  if (kind === 'merged') await waitUntilActive(() => service.readStatus());
  /** @type {import('../../search/service.mjs').Found[]} */
  const found = [];
  for (let round = 0; round <= ROUNDS; round++)
    for (const query of queries) {
      const answer = await service.search(query, false);
      // The first round compiles code and reads pages.
      if (round > 0) found.push(answer);
    }
  const bytes = await server.readResidentBytes();
  service.close();
  await server.stop();
  const ms = found.map((answer) => answer.ms);
  const countAnswered = (/** @type {'typo' | 'meaning'} */ channel) =>
    found.filter(({ channels }) => channels?.[channel] === 'answered').length / found.length;
  const [p50, p95] = [quantile(ms, 0.5), quantile(ms, 0.95)];
  const rows =
    kind === 'exact'
      ? [makeRow('search without a sidecar, p50', p50, 'ms'), makeRow('search without a sidecar, p95', p95, 'ms')]
      : [
          makeRow('search with the sidecar, p50', p50, 'ms'),
          makeRow('search with the sidecar, p95', p95, 'ms', { most: MAX_SEARCH_MS }),
          makeRow('answers with typo candidates', countAnswered('typo') * 100, '%', { least: MIN_ANSWERED * 100 }),
          makeRow('answers with meaning candidates', countAnswered('meaning') * 100, '%', {
            least: MIN_ANSWERED * 100,
          }),
        ];
  return { bytes, rows };
}

/** Arguments of Node that start the built service. */
export function serviceArguments(/** @type {string} */ dataDir, /** @type {readonly string[]} */ settings) {
  const quiet = ['--set', 'log.level=warn'];
  return [serviceProgram(root), 'serve', '--data-dir', dataDir, '--listen', '127.0.0.1:0', ...quiet, ...settings];
}

/**
 * Fills the index, and measures the time and the memory of the program. An index that an earlier run filled is only
 * brought up to date.
 * @returns {Promise<{ rows: Row[], library: string }>}
 */
async function measureFilling(
  /** @type {Job} */ { dataDir, indexDir, notes, say },
  /** @type {readonly string[]} */ args,
) {
  const isNew = !existsSync(join(indexDir, 'api-key'));
  say(isNew ? 'filling the index' : 'bringing the index up to date');
  mkdirSync(indexDir, { recursive: true, mode: 0o700 });
  const sidecar = await startServer([...args]);
  const apiKey = readFileSync(join(indexDir, 'api-key'), 'utf8').trim();
  const { seconds, vectorSeconds, library } = await measureFill(dataDir, { url: sidecar.url.href, apiKey });
  const filledBytes = await sidecar.readResidentBytes();
  const peakBytes = sidecar.readPeakBytes();
  await sidecar.stop();
  if (!isNew) return { rows: [], library };
  const rows = [
    makeRow('fill the index', notes / seconds, '/s'),
    makeRow('fill the vectors, afterwards', vectorSeconds, 's'),
    makeRow('notes-search memory, filled', filledBytes / MB, 'MB'),
    makeRow('notes-search memory, peak of filling', peakBytes / MB, 'MB'),
  ];
  return { rows, library };
}

/** Measures the seconds until a new index has all notes, and those until it also has all vectors. */
async function measureFill(
  /** @type {string} */ dataDir,
  /** @type {import('../../search/sidecar.mjs').Sidecar} */ sidecar,
) {
  const server = await startServer(serviceArguments(dataDir, sidecarSettings(sidecar)));
  const service = new Service(server.url);
  const started = performance.now();
  const readStatus = () => service.readStatus();
  await waitUntilActive(readStatus);
  const filled = performance.now();
  const { replica_id: library } = (await readStatus()).database_info;
  await waitForDescription(sidecar, library, ({ channels }) => channels.meaning === 'ready');
  const complete = performance.now();
  service.close();
  await server.stop();
  return { seconds: (filled - started) / 1_000, vectorSeconds: (complete - filled) / 1_000, library };
}
