// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { Service } from '../../search/service.mjs';
import { waitUntilActive } from '../../search/sidecar.mjs';
import { quantile } from '../measure.mjs';
import { startServer } from '../process.mjs';
import { makeRow, serviceArguments } from './measure-sidecar.mjs';

const PER_SECOND = 200;
/** Writes sent at once. */
const BURST = 10;
const SEARCH_EVERY_MS = 200;
const STATUS_EVERY_MS = 250;
/** Most jobs that may wait: five seconds of writing. */
const MAX_PENDING = 5 * PER_SECOND;
const MIN_SHARE = 0.95;

/**
 * Writes notes at a fixed rate, searches meanwhile, and looks how many wait to be sent to the sidecar.
 * @param {{ dataDir: string, settings: readonly string[], corpus: import('../corpus.mjs').Corpus, firstNew: number,
 *   seconds: number, queries: readonly string[] }} job
 */
export async function measureFeed({ dataDir, settings, corpus, firstNew, seconds, queries }) {
  const startedAt = new Date().toISOString();
  const server = await startServer(serviceArguments(dataDir, settings));
  const writer = new Service(server.url);
  const reader = new Service(server.url);
  const watcher = new Service(server.url);
  // The comparison after a start is no part of the measured work.
  await waitUntilActive(() => watcher.readStatus(), startedAt);
  const started = performance.now();
  const end = started + seconds * 1_000;
  let written = 0;
  const write = async () => {
    for (let burst = 0; performance.now() < end; burst++) {
      await sleep(Math.max(0, started + (burst * BURST * 1_000) / PER_SECOND - performance.now()));
      const notes = Array.from({ length: BURST }, (_, index) => corpus(firstNew + burst * BURST + index));
      written += (await writer.store(notes)).length;
    }
  };
  /** @type {import('../../search/service.mjs').Found[]} */
  const found = [];
  const search = async () => {
    for (let at = 0; performance.now() < end; at++) {
      found.push(await reader.search(/** @type {string} */ (queries[at % queries.length]), false));
      await sleep(SEARCH_EVERY_MS);
    }
  };
  let mostPending = 0;
  const watch = async () => {
    for (; performance.now() < end; await sleep(STATUS_EVERY_MS)) {
      const { search_sidecar: state } = await watcher.readStatus();
      mostPending = Math.max(mostPending, state.pending_jobs);
    }
  };
  await Promise.all([write(), search(), watch()]);
  const took = performance.now() - started;
  await waitUntilActive(() => watcher.readStatus());
  const restSeconds = (performance.now() - started - took) / 1_000;
  for (const service of [writer, reader, watcher]) service.close();
  await server.stop();
  const countAnswered = (/** @type {'typo' | 'meaning'} */ channel) =>
    (100 * found.filter(({ channels }) => channels?.[channel] === 'answered').length) / found.length;
  const rate = (written * 1_000) / took;
  const p95 = quantile(
    found.map(({ ms }) => ms),
    0.95,
  );
  return [
    makeRow('writes', rate, '/s', { least: PER_SECOND * MIN_SHARE }),
    makeRow('most notes waiting for the sidecar', mostPending, '', { most: MAX_PENDING }),
    makeRow('all sent after the writing', restSeconds, 's'),
    makeRow('search while writing, p95', p95, 'ms'),
    makeRow('answers with typo candidates while writing', countAnswered('typo'), '%'),
    makeRow('answers with meaning candidates while writing', countAnswered('meaning'), '%'),
  ];
}
