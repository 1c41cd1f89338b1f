import type { NoteRow } from '../library/note-table.js';

/** Maximum length of all texts together, in UTF-16 units. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** Texts of notes that were just written, so that they need not be read from the table again. */
export class RecentTexts {
  readonly #notes = new Map<string, NoteRow>();
  #length = 0;

  /** Keeps the text of a note in place of an earlier one, unless there is no room. */
  keep(note: NoteRow): void {
    this.take(note.id);
    if (this.#length + note.text.length > MAX_LENGTH) return;
    this.#notes.set(note.id, note);
    this.#length += note.text.length;
  }

  /** Returns the text of a note, if it is kept, and forgets it. */
  take(id: string): NoteRow | undefined {
    const note = this.#notes.get(id);
    if (note === undefined) return undefined;
    this.#notes.delete(id);
    this.#length -= note.text.length;
    return note;
  }
}
