// @ts-check
import { createRandom } from '../../bench/words.mjs';

/** @typedef {import('./device.mjs').Device} Device */
/** @typedef {{ id: string, title: string, body: string, current_revision_id: string, deleted_at?: string | null }} Note */

const SECTIONS = ['Morning', 'Noon', 'Evening'];
const TAGS = ['garden', 'Garden', 'kitchen', 'work/sync', 'work/Sync', 'house'];

/**
 * Random changes of a user on a device. Every change writes a unique word, and removes only words that the user has
 * seen. A change that is refused because of an earlier one is not a fault.
 */
export class Life {
  /** Every acknowledged word, and the note it was written in. @type {Map<string, string>} */
  words = new Map();
  /** Words in purged notes that were visible to the user who purged. @type {Set<string>} */
  purged = new Set();
  /** Purged notes. @type {Set<string>} */
  purgedNotes = new Set();
  #random;
  #count = 0;

  constructor(/** @type {number} */ seed) {
    this.#random = createRandom(seed);
  }

  /** @template Item @returns {Item} */
  #one(/** @type {readonly Item[]} */ of) {
    return /** @type {Item} */ (of[Math.floor(this.#random() * of.length)]);
  }

  #word() {
    this.#count += 1;
    return `canary${Math.floor(this.#random() * 1e9).toString(36)}x${this.#count}`;
  }

  /** Makes some changes on a device. */
  async act(/** @type {Device} */ device, /** @type {number} */ changes) {
    for (let n = 0; n < changes; n += 1) {
      const notes = await device.notes();
      const act = notes.length < 3 ? this.#create : this.#one(this.#acts());
      await act.call(this, device, notes);
    }
  }

  /** Sends a change that writes words; they count once it is acknowledged. */
  async #write(/** @type {readonly string[]} */ words, /** @type {Promise<{ status: number, value: any }>} */ sent) {
    const answer = await sent;
    if (answer.status < 300) for (const word of words) this.words.set(word, answer.value.id);
    return answer;
  }

  async #create(/** @type {Device} */ device) {
    const [title, first] = [this.#word(), this.#word()];
    const body = [`Today ${first}`, ...SECTIONS.map((name) => `## ${name}\n\nnothing yet\n\n---`)].join('\n\n');
    await this.#write([title, first], device.ask('POST', '/documents', { title, body }));
  }

  /** Changes the first line, as two devices may do at once. */
  async #sameLine(/** @type {Device} */ device, /** @type {readonly Note[]} */ notes) {
    const word = this.#word();
    await this.#replace(device, this.#one(notes), [word], (body) => body.replace(/^.*$/m, (line) => `${line} ${word}`));
  }

  async #section(/** @type {Device} */ device, /** @type {readonly Note[]} */ notes) {
    const [word, name] = [this.#word(), this.#one(SECTIONS)];
    await this.#replace(device, this.#one(notes), [word], (body) =>
      body.replace(`## ${name}`, `## ${name}\n\n${word}`),
    );
  }

  async #retitle(/** @type {Device} */ device, /** @type {readonly Note[]} */ notes) {
    const [note, word] = [this.#one(notes), this.#word()];
    await this.#replace(device, note, [word], (body) => body, `${note.title} ${word}`);
  }

  async #replace(
    /** @type {Device} */ device,
    /** @type {Note} */ { id, title, current_revision_id },
    /** @type {readonly string[]} */ words,
    /** @type {(body: string) => string} */ change,
    /** @type {string} */ newTitle = title,
  ) {
    const { status, value } = await device.ask('GET', `/documents/${id}`);
    if (status !== 200 || value.current_revision_id !== current_revision_id) return;
    const body = change(value.body);
    if (body === value.body && newTitle === title) return;
    const sent = device.ask('PUT', `/documents/${id}`, {
      title: newTitle,
      body,
      base_revision_id: current_revision_id,
    });
    await this.#write(words, sent);
  }

  async #append(/** @type {Device} */ device, /** @type {readonly Note[]} */ notes) {
    const word = this.#word();
    await this.#write([word], device.ask('POST', `/documents/${this.#one(notes).id}/append`, { text: `\n${word}\n` }));
  }

  async #trash(/** @type {Device} */ device, /** @type {readonly Note[]} */ notes) {
    const { id, current_revision_id } = this.#one(notes);
    await device.ask('DELETE', `/documents/${id}`, { base_revision_id: current_revision_id });
  }

  async #restore(/** @type {Device} */ device) {
    const trashed = await device.trash();
    if (trashed.length > 0) await device.ask('POST', `/trash/${this.#one(trashed).id}/restore`);
  }

  async #purge(/** @type {Device} */ device) {
    const trashed = await device.trash();
    if (trashed.length < 2) return;
    const { id } = this.#one(trashed);
    const run = await device.lastRun();
    const shown = await device.everything(id);
    const { status } = await device.ask('DELETE', `/trash/${id}`, undefined, {
      'X-Service-Confirmation': `purge-document:${id}`,
    });
    if (status !== 204) return;
    this.purgedNotes.add(id);
    // A sync in between may have brought more, which the purge has seen but this test has not.
    const isSure = (await device.lastRun()) === run;
    for (const [word, note] of this.words)
      if (isSure ? shown.includes(word) : note === id || shown.includes(word)) this.purged.add(word);
  }

  async #notebook(/** @type {Device} */ device) {
    const notebooks = await device.notebooks();
    const parent = this.#random() < 0.5 ? undefined : this.#one(notebooks)?.notebook_id;
    await device.ask('POST', '/notebooks', {
      name: `Folder ${Math.floor(this.#random() * 4)}`,
      ...(parent === undefined ? {} : { parent_notebook_id: parent }),
    });
  }

  /** Moves one notebook into another, as another device may do the other way round. */
  async #moveNotebook(/** @type {Device} */ device) {
    const notebooks = await device.notebooks();
    if (notebooks.length < 2) return;
    const [moved, into] = [this.#one(notebooks), this.#one(notebooks)];
    await device.ask('PATCH', `/notebooks/${moved.notebook_id}`, { parent_notebook_id: into.notebook_id });
  }

  async #renameNotebook(/** @type {Device} */ device) {
    const notebooks = await device.notebooks();
    if (notebooks.length === 0) return;
    const name = `Folder ${Math.floor(this.#random() * 4)}`;
    await device.ask('PATCH', `/notebooks/${this.#one(notebooks).notebook_id}`, { name });
  }

  async #deleteNotebook(/** @type {Device} */ device) {
    const notebooks = await device.notebooks();
    if (notebooks.length > 3) await device.ask('DELETE', `/notebooks/${this.#one(notebooks).notebook_id}`);
  }

  async #move(/** @type {Device} */ device, /** @type {readonly Note[]} */ notes) {
    const notebooks = await device.notebooks();
    const into = this.#one(notebooks);
    if (into === undefined) return;
    const { id, current_revision_id } = this.#one(notes);
    const body = { notebook_id: into.notebook_id, base_revision_id: current_revision_id };
    await device.ask('POST', `/documents/${id}/notebook`, body);
  }

  async #tag(/** @type {Device} */ device, /** @type {readonly Note[]} */ notes) {
    const tag = encodeURIComponent(this.#one(TAGS));
    await device.ask(this.#random() < 0.7 ? 'POST' : 'DELETE', `/documents/${this.#one(notes).id}/tags/${tag}`);
  }

  /** Renames one tag to another, which merges them. */
  async #renameTag(/** @type {Device} */ device) {
    await device.ask('POST', '/tags/rename', { from: this.#one(TAGS), to: this.#one(TAGS), dry_run: false });
  }

  async #attach(/** @type {Device} */ device, /** @type {readonly Note[]} */ notes) {
    const word = this.#word();
    const { status, value } = await device.upload(`${word}.txt`, `Bytes of ${word}\n`.repeat(100));
    if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(value)}`);
    await this.#write(
      [word],
      device.ask('POST', `/documents/${this.#one(notes).id}/append`, { text: `\n![${word}](${value.uri})\n` }),
    );
  }

  #acts() {
    const often = [this.#sameLine, this.#section, this.#append];
    const rare = [
      this.#create,
      this.#retitle,
      this.#trash,
      this.#restore,
      this.#purge,
      this.#notebook,
      this.#moveNotebook,
      this.#renameNotebook,
      this.#deleteNotebook,
      this.#move,
      this.#tag,
      this.#renameTag,
      this.#attach,
    ];
    return [...often, ...often, ...often, ...rare];
  }
}
