// @ts-check
import { Client } from '../bench/client.mjs';
import { startServer } from '../bench/process.mjs';
import { workInParallel } from '../run/in-parallel.mjs';
import { root, serviceProgram } from '../run/workspace.mjs';

/**
 * @typedef {import('./known-items.mjs').StoredNote} StoredNote
 * @typedef {{ ms: number, ids: string[], channels?: Record<'typo' | 'meaning', string> }} Found channels: states of the
 *   channels of a sidecar
 */

const API = '/api/v1';
const CONNECTIONS = 8;
/** Results of one page when all notes are listed. */
const PAGE = 100;

/**
 * Starts the built service on a library.
 * @param {string} dataDir
 * @param {readonly string[]} settings arguments
 */
export function startService(dataDir, settings = []) {
  const quiet = ['--set', 'log.level=warn'];
  const args = ['serve', '--data-dir', dataDir, '--listen', '127.0.0.1:0', ...quiet, ...settings];
  return startServer([serviceProgram(root), ...args]);
}

/**
 * Client of a running service. The service closes connections that are idle for a few seconds, so a client is for calls
 * without long work between them.
 */
export class Service {
  #client;

  constructor(/** @type {URL} */ url) {
    this.#client = new Client(url, CONNECTIONS);
  }

  /**
   * Searches for notes; `exact` excludes similar words, completed titles and a sidecar.
   * @returns {Promise<Found>}
   */
  async search(/** @type {string} */ query, exact = false) {
    const { ms, value } = await this.#post('/search', { query, limit: 10, exact });
    const ids = value.results.map((/** @type {{ document_id: string }} */ hit) => hit.document_id);
    return { ms, ids, channels: value.channels };
  }

  async readStatus() {
    return (await this.#client.call({ method: 'GET', path: `${API}/status` })).value;
  }

  /**
   * Stores notes.
   * @param {readonly (import('./judged-set.mjs').Note & { tags?: string[] })[]} notes
   * @returns {Promise<StoredNote[]>}
   */
  async store(notes) {
    return workInParallel(notes, CONNECTIONS, async (note) => {
      const { title, body, tags } = note;
      const { value } = await this.#post('/documents', { title, body, tags });
      return { title, body, id: value.id };
    });
  }

  /**
   * Reads the notes that a query finds.
   * @returns {Promise<StoredNote[]>}
   */
  async read(/** @type {string} */ query) {
    const found = [];
    let cursor;
    do {
      const { value } = await this.#post('/search', { query, limit: PAGE, cursor });
      found.push(...value.results);
      cursor = value.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return workInParallel(found, CONNECTIONS, async ({ document_id: id }) => {
      const { value } = await this.#client.call({ method: 'GET', path: `${API}/documents/${id}` });
      return { id, title: value.title, body: value.body };
    });
  }

  close() {
    this.#client.close();
  }

  #post(/** @type {string} */ path, /** @type {unknown} */ body) {
    return this.#client.call({ method: 'POST', path: API + path, body });
  }
}
