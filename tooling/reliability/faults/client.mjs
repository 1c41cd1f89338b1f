// @ts-check
import { sha256 } from '../oracle.mjs';

/** @typedef {import('../oracle.mjs').Oracle} Oracle */

const REQUEST_LIMIT_MS = 30_000;

/** Client that records what the service acknowledged, and every answer that is neither success nor a known error. */
export class Client {
  /** @type {string[]} */
  unexpected = [];
  failed = 0;
  #url;
  #oracle;
  #attachments;

  /**
   * @param {URL} url
   * @param {Oracle} oracle
   * @param {Set<string>} attachments digests of acknowledged attachments
   */
  constructor(url, oracle, attachments) {
    this.#url = url;
    this.#oracle = oracle;
    this.#attachments = attachments;
  }

  /** @returns {Promise<any>} undefined for a request that failed with a known error */
  async #send(
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | Uint8Array<ArrayBuffer> | undefined} */ body = undefined,
  ) {
    const isBytes = body instanceof Uint8Array;
    const init = {
      method,
      ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
      headers: { 'Content-Type': isBytes ? 'application/octet-stream' : 'application/json' },
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    };
    try {
      const response = await fetch(new URL(`/api/v1${path}`, this.#url), init);
      const text = await response.text();
      if (response.ok) return path.endsWith('/content') ? text : (JSON.parse(text || 'null') ?? {});
      this.failed += 1;
      if (response.status !== 503 || JSON.parse(text).error.code !== 'storage_unavailable')
        this.unexpected.push(`${method} ${path}: ${response.status} ${text}`);
    } catch (error) {
      this.unexpected.push(`${method} ${path}: ${/** @type {Error} */ (error).cause ?? error}`);
    }
    return undefined;
  }

  /** Creates a note, changes it and uploads an attachment; returns true when everything was acknowledged. */
  async work(/** @type {string} */ title) {
    const note = await this.#create(title);
    if (note === undefined || !(await this.#change(title, note))) return false;
    return (await this.#upload(title)) !== undefined;
  }

  /** Sends each kind of request once, and goes on whatever fails. */
  async useEverything(/** @type {string} */ title) {
    const resource = await this.#upload(title);
    const note = await this.#create(title);
    if (note !== undefined) await this.#change(title, note);
    await this.#send('GET', '/search?q=created');
    await this.#send('GET', '/notebooks');
    if (note !== undefined) await this.#send('GET', `/documents/${note.id}`);
    const content = resource && (await this.#send('GET', `/resources/${resource.id}/content`));
    if (content !== undefined && sha256(content) !== resource.sha256)
      this.unexpected.push('the attachment was read with other bytes');
    const trashed = `${title} in Trash`;
    const other = await this.#create(trashed);
    if (other !== undefined) await this.#trash(trashed, other);
  }

  async #create(/** @type {string} */ title) {
    const body = `${title} was created.\n`.repeat(20);
    const note = this.#oracle.intendCreate(title, body);
    const made = await this.#send('POST', '/documents', { title, body });
    if (made === undefined) return undefined;
    note.id = made.id;
    this.#oracle.acknowledged += 1;
    return /** @type {{ id: string, current_revision_id: string }} */ (made);
  }

  #getNote(/** @type {string} */ title) {
    return /** @type {import('../oracle.mjs').Expectation} */ (this.#oracle.notes.get(title));
  }

  /** @returns {Promise<boolean>} */
  async #change(/** @type {string} */ title, /** @type {{ id: string, current_revision_id: string }} */ made) {
    const body = `${title} was changed.\n`.repeat(30);
    const done = this.#oracle.intend(this.#getNote(title), { sha256: sha256(body) });
    const change = { title, body, base_revision_id: made.current_revision_id };
    const changed = await this.#send('PUT', `/documents/${made.id}`, change);
    if (changed !== undefined) done();
    return changed !== undefined;
  }

  async #trash(/** @type {string} */ title, /** @type {{ id: string, current_revision_id: string }} */ made) {
    const done = this.#oracle.intend(this.#getNote(title), { trashed: true });
    const base_revision_id = made.current_revision_id;
    if ((await this.#send('DELETE', `/documents/${made.id}`, { base_revision_id })) !== undefined) done();
  }

  /** @returns {Promise<any>} */
  async #upload(/** @type {string} */ title) {
    const bytes = new TextEncoder().encode(`attachment of ${title}\n`.repeat(6_000));
    const made = await this.#send('POST', '/resources', bytes);
    if (made !== undefined) this.#attachments.add(sha256(bytes));
    return made;
  }

  /** Returns faults of a service that must answer reads. */
  async read() {
    const answers = await Promise.all(
      ['/api/v1/search?q=created', '/api/v1/notebooks', '/healthz'].map((path) =>
        fetch(new URL(path, this.#url)).catch(() => undefined),
      ),
    );
    const [search, notebooks, alive] = answers.map((answer) => answer?.status);
    if (alive !== 200) return [`/healthz was answered with ${alive}`];
    return search === 200 && notebooks === 200 ? [] : [`reads were answered with ${search} and ${notebooks}`];
  }
}
