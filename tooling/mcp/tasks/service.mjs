// @ts-check
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../../bench/process.mjs';
import { openHttp } from './doors.mjs';

/** @import { Note } from './library.mjs' */
/** @import { Subject } from './tasks.mjs' */

const API = '/api/v1';
const MAX_PAGE = 100;

/**
 * Fills a library of a built service over REST, and opens a copy of it for each task.
 * @param {string} program path of the service
 * @param {string} folder for libraries
 * @param {readonly Note[]} notes
 * @returns {Promise<Subject>}
 */
export async function openService(program, folder, notes) {
  const filled = join(folder, 'filled');
  const start = (/** @type {string} */ dataDir, /** @type {string} */ scope) => {
    const settings = [`mcp.default_scope=${scope}`, 'log.level=error'].flatMap((setting) => ['--set', setting]);
    return startServer([program, 'serve', '--listen', '127.0.0.1:0', '--data-dir', dataDir, ...settings]);
  };
  const server = await start(filled, 'read-only');
  await fill(new Rest(server.url), notes);
  await server.stop();
  return {
    open: async ({ scope }) => {
      const dataDir = mkdtempSync(join(folder, 'task-'));
      cpSync(filled, dataDir, { recursive: true });
      const running = await start(dataDir, scope);
      return {
        door: openHttp(new URL('/mcp', running.url)),
        readNote: (title) => new Rest(running.url).readNote(title),
        close: async () => {
          await running.stop();
          rmSync(dataDir, { recursive: true });
        },
      };
    },
  };
}

/** REST of a service. */
class Rest {
  #url;

  constructor(/** @type {URL} */ url) {
    this.#url = url;
  }

  /** @returns {Promise<any>} */
  async ask(/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body = undefined) {
    const response = await fetch(new URL(`${API}${path}`, this.#url), {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** @returns {Promise<import('./library.mjs').Note | undefined>} the active note with a title */
  async readNote(/** @type {string} */ title) {
    const query = { query: `title:"${title}"`, limit: MAX_PAGE };
    const { results } = await this.ask('POST', '/search', query);
    const ids = results.filter((/** @type {any} */ row) => row.title === title);
    if (ids.length > 1) throw new Error(`${ids.length} notes have the title ${title}.`);
    if (ids.length === 0) return undefined;
    const note = await this.ask('GET', `/documents/${ids[0].document_id}`);
    const { notebooks } = await this.ask('GET', '/notebooks');
    return { title, body: note.body, tags: note.tags, notebook: formatPath(notebooks, note.notebook_id) };
  }
}

/** @returns {string} the names of a notebook and those above it */
function formatPath(/** @type {any[]} */ notebooks, /** @type {string} */ id) {
  const { name, parent_notebook_id: parent } = notebooks.find(({ notebook_id }) => notebook_id === id);
  return parent === null ? name : `${formatPath(notebooks, parent)}/${name}`;
}

async function fill(/** @type {Rest} */ rest, /** @type {readonly Note[]} */ notes) {
  const { notebooks } = await rest.ask('GET', '/notebooks');
  const ids = new Map(notebooks.map((/** @type {any} */ row) => [row.name, row.notebook_id]));
  const place = async (/** @type {string} */ path) => {
    const [name = '', ...above] = path.split('/').reverse();
    if (ids.has(path)) return ids.get(path);
    const parent_notebook_id = above.length === 0 ? undefined : await place(above.reverse().join('/'));
    const made = await rest.ask('POST', '/notebooks', { name, ...(parent_notebook_id && { parent_notebook_id }) });
    ids.set(path, made.notebook_id);
    return made.notebook_id;
  };
  for (const { title, body, tags, notebook } of notes)
    await rest.ask('POST', '/documents', { title, body, tags, notebook_id: await place(notebook) });
}
