// @ts-check
// The service closes idle connections, which on a busy machine may happen as a request is sent.
import '../../connection-per-fetch.mjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../service.mjs';

/** @typedef {{ status: number, value: any }} Answer */

const ENDED = ['succeeded', 'failed', 'cancelled', 'interrupted'];
const WAIT_MS = 100;
const MAX_WAITS = 3_000;

/** Data directory with its settings, and the service on it, called as a person or a script would. */
export class Device {
  #config;
  #serves;
  /** @type {import('../service.mjs').Service | undefined} */
  #service;

  /**
   * @param {string} folder
   * @param {string} name
   * @param {string} settings contents of its configuration file
   * @param {boolean} serves true for the hub, which others synchronise with
   */
  constructor(folder, name, settings, serves = false) {
    this.name = name;
    this.#serves = serves;
    this.dataDir = join(folder, name);
    this.#config = join(folder, `${name}.toml`);
    writeFileSync(this.#config, settings);
  }

  async start() {
    this.#service = await startService(this.dataDir, [], ['--config', this.#config]);
  }

  async stop(/** @type {'SIGKILL' | 'SIGTERM'} */ signal = 'SIGTERM') {
    await this.#service?.end(signal);
    this.#service = undefined;
  }

  /** @returns {Promise<Answer>} */
  async ask(
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | undefined} */ body = undefined,
    /** @type {Record<string, string>} */ headers = {},
  ) {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return this.#send(method, path, body === undefined ? undefined : JSON.stringify(body), { ...type, ...headers });
  }

  upload(/** @type {string} */ filename, /** @type {string} */ bytes) {
    const headers = { 'Content-Type': 'application/octet-stream' };
    return this.#send('POST', `/resources?filename=${encodeURIComponent(filename)}`, bytes, headers);
  }

  /** Returns the bytes of an attachment. */
  async download(/** @type {string} */ id) {
    const answer = await fetch(this.#address(`/resources/${id}/content`));
    if (answer.status !== 200) throw new Error(`${this.name}: ${id}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Synchronises once, and returns the outcome. */
  async sync(/** @type {'incremental' | 'snapshot'} */ kind = 'incremental') {
    if (this.#serves) return { state: 'succeeded' };
    const { status, value } = await this.ask('POST', '/jobs/sync/start', { kind });
    if (status !== 202) throw new Error(`${this.name}: sync: ${status} ${JSON.stringify(value)}`);
    for (let wait = 0; wait < MAX_WAITS; wait += 1) {
      const job = (await this.ask('GET', `/jobs/${value.job_id}`)).value;
      if (ENDED.includes(job.state)) return job;
      await sleep(WAIT_MS);
    }
    throw new Error(`${this.name}: a sync does not end.`);
  }

  /**
   * Returns a text that changes with each completed sync. While it is the same, no sync completed, and none is in
   * progress.
   */
  async lastRun() {
    const { last_run, peers } = (await this.ask('GET', '/sync-ui')).value;
    // The hub applies pushed changes later, and reports it then.
    return last_run?.state === 'running' ? {} : JSON.stringify([last_run, peers]);
  }

  notes = async () =>
    (await Promise.all((await this.#notebooks()).map(({ notebook_id }) => this.#in(notebook_id)))).flat();
  trash = () => this.pages('/trash', 'documents');
  conflicts = () => this.pages('/sync-conflicts', 'conflicts');
  /** Notebooks created by users. */
  notebooks = async () => (await this.#notebooks()).filter(({ builtin }) => !builtin);

  /** Returns everything visible of a note in Trash: its text, and both sides of its open conflicts. */
  async everything(/** @type {string} */ id) {
    const { value } = await this.ask('GET', `/documents/${id}`);
    const conflicts = (await this.conflicts()).filter(({ document_id }) => document_id === id);
    return JSON.stringify([value, await this.#readConflicts(conflicts)]);
  }

  /** Returns the library as a user sees it, the same on every device with all changes. */
  async view() {
    const [active, trashed, notebooks, tags, conflicts] = await Promise.all([
      this.notes(),
      this.trash(),
      this.#notebooks(),
      this.ask('GET', '/tags'),
      this.conflicts(),
    ]);
    const notes = await Promise.all(
      [...active, ...trashed].map(async ({ id }) => {
        const { value } = await this.ask('GET', `/documents/${id}`);
        const { title, body, notebook_id, current_revision_id, tags: own, deleted_at } = value;
        return { id, title, body, notebook_id, current_revision_id, tags: own, trashed: deleted_at !== undefined };
      }),
    );
    const sides = await this.#readConflicts(conflicts);
    return {
      notes: sortBy(notes, ({ id }) => id),
      notebooks: sortBy(
        notebooks.map(({ notebook_id, name, parent_notebook_id }) => ({ notebook_id, name, parent_notebook_id })),
        ({ notebook_id }) => notebook_id,
      ),
      tags: tags.value.tags,
      conflicts: sortBy(
        sides.map(({ conflict_id, kind, local, remote }) => ({
          conflict_id,
          kind,
          // Local and remote side depend on the device.
          sides: sortBy(
            [local, remote].map((side) => `${side?.revision_id} ${side?.title} ${side?.body}`),
            (side) => side,
          ),
        })),
        ({ conflict_id }) => conflict_id,
      ),
    };
  }

  /** Returns conflicts with the texts of their sides. @returns {Promise<any[]>} */
  #readConflicts(/** @type {readonly { conflict_id: string }[]} */ conflicts) {
    return Promise.all(
      conflicts.map(async ({ conflict_id }) => (await this.ask('GET', `/sync-ui/conflicts/${conflict_id}`)).value),
    );
  }

  /** @returns {Promise<{ notebook_id: string, name: string, parent_notebook_id: string | null, builtin: boolean, read_only: boolean }[]>} */
  async #notebooks() {
    const { value } = await this.ask('GET', '/notebooks');
    return value.notebooks.filter((/** @type {{ read_only: boolean }} */ { read_only }) => !read_only);
  }

  #in(/** @type {string} */ notebookId) {
    return this.pages(`/notebooks/${notebookId}/notes`, 'documents');
  }

  /**
   * Returns the items of all pages of a list; `field` names them in each page.
   * @returns {Promise<any[]>}
   */
  async pages(/** @type {string} */ path, /** @type {string} */ field) {
    const found = [];
    for (let cursor = ''; ; ) {
      const { value } = await this.ask('GET', `${path}?limit=200${cursor}`);
      // A notebook that was deleted meanwhile has none.
      found.push(...(value[field] ?? []));
      if (!value.next_cursor) return found;
      cursor = `&cursor=${encodeURIComponent(value.next_cursor)}`;
    }
  }

  /** @returns {Promise<Answer>} */
  async #send(
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {string | undefined} */ body,
    /** @type {Record<string, string>} */ headers,
  ) {
    const answer = await fetch(this.#address(path), { method, headers, body: body ?? null });
    const text = await answer.text();
    return { status: answer.status, value: text === '' ? undefined : JSON.parse(text) };
  }

  #address(/** @type {string} */ path) {
    if (this.#service === undefined) throw new Error(`${this.name} is off.`);
    return new URL(`/api/v1${path}`, this.#service.url);
  }
}

/** @template Item @returns {Item[]} */
function sortBy(/** @type {readonly Item[]} */ items, /** @type {(item: Item) => string} */ by) {
  return [...items].sort((a, b) => (by(a) < by(b) ? -1 : 1));
}
