// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { importFrom } from '../bench/packages.mjs';

/**
 * @typedef {import('./main.mjs').Search} Search
 * @typedef {{ url: string, apiKey: string }} Sidecar address and key of a running sidecar
 * @typedef {{ state: string, pending_jobs: number, last_error: string | null }} State
 */

/** Number of candidates of one channel. */
const LIMIT = 10;
const POLL_MS = 250;
const MAX_WAIT_MS = 600_000;

/** Returns the arguments with which the service uses a sidecar. */
export const sidecarSettings = (/** @type {Sidecar} */ { url, apiKey }) =>
  Object.entries({ kind: 'lance', url, api_key: apiKey }).flatMap(([name, value]) => [
    '--set',
    `search.sidecar.${name}=${value}`,
  ]);

/**
 * Waits until the sidecar has all notes of the service.
 * @param {() => Promise<{ search_sidecar: State }>} readStatus
 */
export async function waitUntilActive(readStatus) {
  const started = performance.now();
  for (;;) {
    const { search_sidecar: state } = await readStatus();
    if (state.state === 'active' && state.pending_jobs === 0) return;
    if (performance.now() - started > MAX_WAIT_MS)
      throw new Error(
        `The search sidecar is ${state.state}: ${state.last_error ?? `${state.pending_jobs} jobs left`}.`,
      );
    await sleep(POLL_MS);
  }
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
  const { tokenize } = await importFrom('packages/operations', '@notes/query-language');
  const engine = await openSidecarEngine(sidecar, library);
  const { channels } = await engine.describe();
  const ready = Object.keys(channels).filter((channel) => channels[channel] === 'ready');
  return Object.fromEntries(
    ready.map((channel) => {
      /** @type {Search} */
      const search = async (text) => {
        const words = tokenize(text).map((/** @type {{ term: string }} */ { term }) => term);
        const started = performance.now();
        const answer = await engine.candidates({ text, words, channels: [channel], limit: LIMIT });
        const ms = performance.now() - started;
        return { ms, ids: answer[channel]?.candidates?.map((/** @type {{ id: string }} */ { id }) => id) ?? [] };
      };
      return [channel, search];
    }),
  );
}
