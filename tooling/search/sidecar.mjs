// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { importFrom } from '../bench/packages.mjs';

/**
 * @typedef {import('./main.mjs').Search} Search
 * @typedef {{ url: string, apiKey: string }} Sidecar address and key of a running sidecar
 * @typedef {{ state: string, pending_jobs: number, last_error: string | null,
 *   last_reconciliation_at: string | null }} State
 */

/** Number of candidates of one channel. */
const LIMIT = 10;
const POLL_MS = 250;
/** Milliseconds without a note sent after which a sidecar counts as stuck. */
const MAX_STALL_MS = 600_000;

/** Returns the arguments with which the service uses a sidecar. */
export const sidecarSettings = (/** @type {Sidecar} */ { url, apiKey }) =>
  Object.entries({ kind: 'lance', url, api_key: apiKey }).flatMap(([name, value]) => [
    '--set',
    `search.sidecar.${name}=${value}`,
  ]);

/**
 * Waits until the sidecar has all notes of the service.
 * @param {() => Promise<{ search_sidecar: State }>} readStatus
 * @param {string} comparedSince time in ISO format, in UTC, after which it has to be compared with the library too
 */
export async function waitUntilActive(readStatus, comparedSince = '') {
  let movedAt = performance.now();
  let last = '';
  for (;;) {
    const { search_sidecar: state } = await readStatus();
    const isCompared = (state.last_reconciliation_at ?? '') >= comparedSince;
    if (state.state === 'active' && state.pending_jobs === 0 && isCompared) return;
    // While notes are sent, others are found to be missing: only a state that stays the same is a standstill.
    const now = JSON.stringify(state);
    if (now !== last) movedAt = performance.now();
    last = now;
    if (performance.now() - movedAt > MAX_STALL_MS)
      throw new Error(
        `The search sidecar is ${state.state}: ${state.last_error ?? `${state.pending_jobs} jobs left`}.`,
      );
    await sleep(POLL_MS);
  }
}

/** Milliseconds that a judged search gives the sidecar: a busy machine must not change what is found. */
const SEARCH_LIMIT_MS = 60_000;

/**
 * Opens a library in this process, and returns the search of a service with a sidecar, without its limit of time.
 * @param {string} dataDir
 * @param {Sidecar} sidecar
 * @returns {Promise<{ search: Search, close: () => void }>}
 */
export async function openFusedSearch(dataDir, { url, apiKey }) {
  const { invoke, openLibrary } = await importFrom('apps/server', '@notes/operations');
  const { loadConfig } = await importFrom('apps/server', '@notes/operations/config');
  const values = { KIND: 'lance', URL: url, API_KEY: apiKey };
  const environment = Object.entries(values).map(([name, value]) => [`NOTES_SEARCH_SIDECAR_${name}`, value]);
  const config = loadConfig({ dataDir }, Object.fromEntries(environment));
  const library = await openLibrary({ config, serviceVersion: 'judge' });
  library.sidecar = { ...library.sidecar, searchLimitMs: SEARCH_LIMIT_MS };
  const context = { library, origin: 'rest', now: Date.now };
  return {
    search: async (text) => {
      const started = performance.now();
      const { results, channels } = await invoke('searchDocuments', context, { query: text, limit: LIMIT });
      const ids = results.map((/** @type {{ document_id: string }} */ hit) => hit.document_id);
      return { ms: performance.now() - started, ids, channels };
    },
    close: () => library.store.close(),
  };
}

/** Opens the engine of a running sidecar for the index of a library. */
export async function openSidecarEngine(/** @type {Sidecar} */ { url, apiKey }, /** @type {string} */ library) {
  const { LanceEngine } = await importFrom('packages/operations', '@notes/search-engine/lance');
  return new LanceEngine({ url, apiKey, library });
}

/**
 * Waits until the description of an index meets a condition.
 * @param {Sidecar} sidecar
 * @param {string} library
 * @param {(description: any) => boolean} isMet
 */
export async function waitForDescription(sidecar, library, isMet) {
  const engine = await openSidecarEngine(sidecar, library);
  for (;;) {
    const description = await engine.describe();
    if (isMet(description)) return description;
    await sleep(POLL_MS);
  }
}

/**
 * Returns a way of searching for each channel of a sidecar that works, which asks the sidecar alone.
 * @param {Sidecar} sidecar
 * @param {string} library id of the index
 * @returns {Promise<Record<string, Search>>}
 */
export async function listChannels(sidecar, library) {
  const { splitIntoWords } = await importFrom('packages/operations', '@notes/search-engine');
  const engine = await openSidecarEngine(sidecar, library);
  const { channels } = await engine.describe();
  const ready = Object.keys(channels).filter((channel) => channels[channel] === 'ready');
  return Object.fromEntries(
    ready.map((channel) => {
      /** @type {Search} */
      const search = async (text) => {
        const words = splitIntoWords(text);
        const started = performance.now();
        const answer = await engine.candidates({ text, words, channels: [channel], limit: LIMIT });
        const ms = performance.now() - started;
        return { ms, ids: answer[channel]?.candidates?.map((/** @type {{ id: string }} */ { id }) => id) ?? [] };
      };
      return [channel, search];
    }),
  );
}
