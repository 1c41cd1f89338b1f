import type { ChangeSet, EditorState, TransactionSpec } from '@codemirror/state';
import type { NoteText } from '../drafts/note-text.js';
import { findLineBreaks, setLineBreaks } from './line-breaks.js';

/** Undoes a merge, keeping later edits. */
export class MergeUndo {
  readonly #before: EditorState;
  readonly #mine: NoteText;
  readonly #merged: NoteText;
  readonly #inverse: ChangeSet;
  #since: ChangeSet | undefined;

  constructor(before: EditorState, changes: ChangeSet, mine: NoteText, merged: NoteText) {
    this.#before = before;
    this.#mine = mine;
    this.#merged = merged;
    this.#inverse = changes.invert(before.doc);
  }

  /** Called after every later change of the body; returns false once the body equals that before the merge. */
  follow(changes: ChangeSet, { doc }: EditorState): boolean {
    this.#since = this.#since?.compose(changes) ?? changes;
    return !doc.eq(this.#before.doc);
  }

  /** Returns the title after the undo. */
  title(now: string): string {
    return now === this.#merged.title ? this.#mine.title : now;
  }

  spec(): TransactionSpec {
    const since = this.#since;
    const breaks = findLineBreaks(this.#mine.body);
    if (since === undefined) return { changes: this.#inverse, effects: setLineBreaks.of(breaks) };
    const exceptions = breaks.exceptions.map(since.map(this.#inverse, true));
    return { changes: this.#inverse.map(since), effects: setLineBreaks.of({ ...breaks, exceptions }) };
  }
}
