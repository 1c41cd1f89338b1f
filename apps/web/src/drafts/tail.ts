import { randomKey } from '../ui/unique-id.js';
import type { CursorRange, NoteText } from './note-text.js';

/** A replacement in a body; offsets are those of the editor, which counts a line break as one character. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  /**
   * Inserted text, with `
   * ` as line break.
   */
  readonly insert: string;
}

/** One change of a note, as reported by its editor. */
export interface NoteChange {
  /** Title after the change. */
  readonly title: string;
  /** Replacements in the body, each relative to the result of the previous one. */
  readonly edits: readonly TextEdit[];
  /** Line break for new lines of the body. */
  readonly lineBreak: string;
  readonly selection: CursorRange;
  /** False when line breaks changed in a way that replacements cannot express. */
  readonly isComplete: boolean;
}

interface NumberedEdit extends TextEdit {
  /** Number of the last change that the edit contains. */
  readonly seq: number;
}

/** Revision that the first edit of a tail applies to; null for a note the server does not have yet. */
export interface TailBase {
  readonly revisionId: string | null;
}

/** Changes of a note that are missing in its draft in the journal. */
export interface Tail {
  /** Editing session. */
  readonly key: string;
  /** Key of the draft: the id of the note, or `new:` and a random value. */
  readonly note: string;
  /** Undefined when the edits continue the draft of the same session. */
  readonly base: TailBase | undefined;
  readonly notebookId: string | undefined;
  /** Numbers of the change before the edits, and of the last change. */
  readonly since: number;
  readonly seq: number;
  readonly edits: readonly NumberedEdit[];
  readonly title: string;
  readonly lineBreak: string;
  readonly selection: CursorRange;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly changedAt: number;
}

/** Limits above which a tail is replaced by a whole draft at once. */
const MAX_CHARACTERS = 8_192;
const MAX_EDITS = 64;
/** Length in characters above which no tail is written, but the whole draft at once. */
const MAX_WRITTEN_CHARACTERS = 262_144;

type TailChanges = Pick<Tail, 'key' | 'base' | 'since' | 'seq' | 'edits' | 'title' | 'lineBreak' | 'selection'>;

/** Changes of one editing session since its draft was last written. */
export class TailLog {
  readonly session: string;
  #seq = 0;
  #since = 0;
  #base: TailBase | undefined;
  #followsDraft: boolean;
  #edits: NumberedEdit[] = [];
  #characters = 0;
  #isSealed = false;
  #last: NoteChange | undefined;

  /** @param session session whose draft is in the journal with number 0; omitted when there is no draft */
  constructor(session?: string) {
    this.session = session ?? randomKey();
    this.#followsDraft = session !== undefined;
  }

  get isEmpty(): boolean {
    return this.#seq === this.#since;
  }

  /** True when the edits continue a draft in the journal. */
  get followsDraft(): boolean {
    return this.#followsDraft;
  }

  get isFull(): boolean {
    return this.#characters > MAX_CHARACTERS || this.#edits.length > MAX_EDITS;
  }

  get isTooLarge(): boolean {
    return this.#characters > MAX_WRITTEN_CHARACTERS;
  }

  /**
   * Adds a change.
   *
   * @param revisionId revision of the text that was changed, when the journal has no draft
   */
  add(change: NoteChange, revisionId: string | undefined): void {
    if (this.isEmpty) this.#base = this.#followsDraft ? undefined : { revisionId: revisionId ?? null };
    this.#seq += 1;
    this.#last = change;
    for (const edit of change.edits) this.#append({ ...edit, seq: this.#seq });
  }

  /** Returns the number of the last change. Later edits are not merged with earlier ones. */
  seal(): number {
    this.#isSealed = true;
    return this.#seq;
  }

  /** Drops the changes up to a number, which a draft in the journal contains. */
  drop(seq: number): void {
    this.#followsDraft = true;
    this.#base = undefined;
    this.#since = Math.max(seq, this.#since);
    this.#keepEdits(this.#edits.filter((edit) => edit.seq > seq));
  }

  /** Drops all changes: the server has the text, and no draft is left. */
  clear(): void {
    this.#followsDraft = false;
    this.#since = this.#seq;
    this.#keepEdits([]);
  }

  /** Returns the changes to write; undefined when there are none. */
  read(): TailChanges | undefined {
    if (this.isEmpty || this.#last === undefined) return undefined;
    const { title, lineBreak, selection } = this.#last;
    const numbers = { since: this.#since, seq: this.#seq };
    return { key: this.session, base: this.#base, ...numbers, edits: this.#edits, title, lineBreak, selection };
  }

  #append(edit: NumberedEdit): void {
    const last = this.#isSealed ? undefined : this.#edits.at(-1);
    this.#isSealed = false;
    this.#characters += edit.insert.length;
    const continues = last !== undefined && edit.from === edit.to && edit.from === last.from + last.insert.length;
    if (continues) this.#edits.splice(-1, 1, { ...last, insert: last.insert + edit.insert, seq: edit.seq });
    else this.#edits.push(edit);
  }

  #keepEdits(edits: NumberedEdit[]): void {
    this.#edits = edits;
    this.#characters = edits.reduce((sum, { insert }) => sum + insert.length, 0);
  }
}

/** Applies the changes of a tail after a given number to the text that contains all earlier ones. */
export function applyTail({ title, body }: NoteText, tail: Tail, after = tail.since): NoteText {
  const edits = tail.edits.filter(({ seq }) => seq > after);
  return {
    title: tail.seq > after ? tail.title : title,
    body: edits.reduce((text, edit) => applyEdit(text, edit, tail.lineBreak), body),
  };
}

function applyEdit(body: string, { from, to, insert }: TextEdit, lineBreak: string): string {
  const [start, end] = [indexIn(body, from), indexIn(body, to)];
  return body.slice(0, start) + insert.replaceAll('\n', lineBreak) + body.slice(end);
}

/** Converts an offset that counts each line break as one character into an index in a body. */
function indexIn(body: string, offset: number): number {
  let index = offset;
  for (let at = body.indexOf('\r\n'); at !== -1 && at < index; at = body.indexOf('\r\n', at + 2)) index += 1;
  return index;
}
