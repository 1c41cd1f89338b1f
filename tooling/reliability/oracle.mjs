// @ts-check
import { createHash } from 'node:crypto';

/**
 * Expectations of a client about a note: the states it can be in. Each request adds the state it asks for; after its
 * answer only that state is left. So whatever a crash interrupts, the note must be in one of the states.
 *
 * @typedef {{ title: string, sha256: string, tags: string, trashed: boolean }} State
 * @typedef {{ id: string | undefined, title: string, states: State[] }} Expectation
 */

/** Returns the SHA-256 of content in hexadecimal; text is hashed as UTF-8. */
export const sha256 = (/** @type {string | Uint8Array} */ content) =>
  createHash('sha256').update(content).digest('hex');

/** Expectations of the clients whose requests were answered. */
export class Oracle {
  /** @type {Map<string, Expectation>} by title, which every note has alone */
  notes = new Map();
  acknowledged = 0;
  refused = 0;

  /** Adds a note about to be created, which may exist or not. */
  intendCreate(/** @type {string} */ title, /** @type {string} */ body) {
    /** @type {Expectation} */
    const note = { id: undefined, title, states: [{ title, sha256: sha256(body), tags: '', trashed: false }] };
    this.notes.set(title, note);
    return note;
  }

  /** Adds the state of a note after `change`; returns the function to call once the answer is read. */
  intend(/** @type {Expectation} */ note, /** @type {Partial<State>} */ change) {
    const wanted = { .../** @type {State} */ (note.states[0]), ...change };
    note.states.push(wanted);
    return () => {
      note.states = [wanted];
      this.acknowledged += 1;
    };
  }

  /** Handles a refused request: the note is unchanged. */
  refuse(/** @type {Expectation} */ note) {
    note.states.length = 1;
    this.refused += 1;
  }

  /**
   * Compares the notes of a library with the expectations, and returns every violation.
   * @param {Map<string, State & { id: string }>} found by title
   */
  check(found) {
    /** @type {string[]} */
    const broken = [];
    for (const note of this.notes.values()) {
      const actual = found.get(note.title);
      if (actual === undefined) {
        if (note.id !== undefined) broken.push(`${note.title}: acknowledged, but missing`);
        continue;
      }
      const state = note.states.find((each) => same(each, actual));
      if (state === undefined) broken.push(`${note.title}: is in a state that no client wrote`);
      // The state after a crash is known now.
      else settle(note, actual.id, state);
    }
    for (const title of found.keys()) if (!this.notes.has(title)) broken.push(`${title}: no client created it`);
    return broken;
  }
}

/** @returns {boolean} */
function same(/** @type {State} */ a, /** @type {State} */ b) {
  return a.sha256 === b.sha256 && a.tags === b.tags && a.trashed === b.trashed;
}

function settle(/** @type {Expectation} */ note, /** @type {string} */ id, /** @type {State} */ state) {
  note.id = id;
  note.states = [state];
}
