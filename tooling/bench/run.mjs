// @ts-check
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceProgram } from '../run/workspace.mjs';
import { measureAgents } from './agents.mjs';
import { measureAttachments } from './attachments.mjs';
import { openCorpus, toCorpusArguments } from './corpus.mjs';
import { figures, perSecond } from './figures.mjs';
import { root } from './packages.mjs';
import { runScript, startServer } from './process.mjs';
import { chooseManyQueries, chooseQueries, chooseSuggestions } from './queries.mjs';
import { makeRows } from './rows.mjs';
import { measureFirstUse, measureStarts } from './starts.mjs';
import { timeParallel, timeRow } from './subjects.mjs';

/**
 * @typedef {import('./figures.mjs').Figures} Figures
 * @typedef {import('./subjects.mjs').Servers} Servers
 * @typedef {{ notes: number, corpus: import('./corpus.mjs').CorpusChoice, wants: (row: string) => boolean,
 *   say: (line: string) => void, warmUp?: number | undefined }} Job warmUp: rounds of the rows over HTTP before those that count
 */

const MB = 1024 * 1024;
/** Size of an attachment, in megabytes: a smaller one beside a small library, to save time. */
const attachmentSize = (/** @type {number} */ notes) => (notes < 10_000 ? 64 : 512);
const script = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** Measures the wanted rows in a library of one size. */
export async function measureSize(/** @type {Job} */ job) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await measureIn(folder, job);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

async function measureIn(/** @type {string} */ folder, /** @type {Job} */ job) {
  job.say(`${job.notes} notes: generating them`);
  const library = join(folder, 'library');
  return await measureLibrary(folder, library, await fillLibrary(library, { from: 0, ...job }), job);
}

/**
 * Adds the notes of the corpus from one number to another to a library, which is created when it does not exist.
 * @param {string} library
 * @param {{ from: number, notes: number, corpus: import('./corpus.mjs').CorpusChoice }} asked
 * @returns {Promise<import('./fill.mjs').Filled>}
 */
export function fillLibrary(library, { from, notes, corpus }) {
  return runScript([script('fill.mjs'), library, String(notes), '--from', String(from), ...toCorpusArguments(corpus)]);
}

/**
 * Measures the wanted rows in a library. They add to it; the copies for the floor are made first.
 * @param {string} folder scratch folder of its own
 * @param {string} library
 * @param {import('./fill.mjs').Filled} filled contents of the library
 * @param {Job} job
 */
export async function measureLibrary(folder, library, { markdownBytes, seconds, stored }, job) {
  const database = join(library, 'notes.db');
  const { size } = statSync(database);
  const main = serviceProgram(root);
  const quiet = ['--set', 'log.level=warn'];
  const commands = {
    product: [main, 'serve', '--data-dir', library, '--listen', '127.0.0.1:0', ...quiet],
    floor: [script('floor/http.mjs'), copyLibraryFile(database, join(folder, 'floor.db'))],
    raw: [script('floor/raw.mjs'), copyLibraryFile(database, join(folder, 'raw.db'))],
    limit: [script('floor/limit.mjs'), copyLibraryFile(database, join(folder, 'limit.db'))],
    express: [script('floor/express.mjs'), String(Math.round(markdownBytes / job.notes))],
  };
  const { product, floor, limit } = commands;
  const kept = { name: 'database / Markdown', unit: /** @type {const} */ ('MB'), ratio: size / markdownBytes };
  const copy = join(folder, 'copy');
  const doors = { served: commands.product, library, piped: [main, 'mcp', '--data-dir', copy, ...quiet], copy };
  const { mixed: queries } = chooseQueries(openCorpus(job.corpus));
  const rows = [
    ...(await measureCalls(commands, stored, job)),
    ...(await measureAgents(doors, { stored, queries }, job)),
    ...(job.wants('graph, first use') ? [await measureFirstUse(commands.product, stored[0]?.id ?? '')] : []),
    ...(job.wants('upload') || job.wants('download')
      ? await measureAttachments(commands.product, folder, attachmentSize(job.notes))
      : []),
    ...(job.wants('cold start') ? await measureStarts({ product, floor, limit }, stored[0]?.id ?? '') : []),
    { ...kept, service: size / MB, floor: markdownBytes / MB },
  ];
  return { notes: job.notes, markdownBytes, bulkNotesPerSecond: job.notes / seconds, rows };
}

function copyLibraryFile(/** @type {string} */ file, /** @type {string} */ copy) {
  copyFileSync(file, copy);
  return copy;
}

/** @returns {Promise<Figures[]>} */
async function measureCalls(
  /** @type {Record<keyof Servers, string[]>} */ commands,
  /** @type {import('./fill.mjs').Stored[]} */ stored,
  /** @type {Job} */ { notes, corpus: choice, wants, say, warmUp },
) {
  const corpus = openCorpus(choice);
  const rows = makeRows({
    stored,
    corpus,
    firstNew: notes,
    ...chooseQueries(corpus),
    many: chooseManyQueries(corpus),
    suggestions: chooseSuggestions(corpus),
  });
  /** @type {Figures[]} */
  const found = [];
  await withServers(commands, async (servers) => {
    for (const row of rows.filter(({ name }) => wants(name))) {
      say(`  ${row.name}`);
      found.push(figures(row.name, 'ms', await timeRow(servers, row, warmUp)));
      if (row.constant !== true) continue;
      found.push(perSecond(figures(`${row.name}, 8 connections`, 'ms', await timeParallel(servers, row))));
    }
  });
  return found;
}

async function withServers(
  /** @type {Record<keyof Servers, string[]>} */ commands,
  /** @type {(servers: Servers) => Promise<void>} */ work,
) {
  const started = new Map();
  try {
    for (const [name, args] of Object.entries(commands)) started.set(name, await startServer(args));
    const urls = [...started].map(([name, { url }]) => [name, url]);
    await work(/** @type {Servers} */ (Object.fromEntries(urls)));
  } finally {
    for (const server of started.values()) await server.stop();
  }
}
