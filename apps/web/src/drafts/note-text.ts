/** Text of a note: the two fields that are written together and make a revision. */
export interface NoteText {
  /** A single line. */
  readonly title: string;
  /** Markdown, with the line breaks of the server's text. */
  readonly body: string;
}

/** A text confirmed by the server. */
export interface BaseText extends NoteText {
  readonly revisionId: string;
}

/** Selection as offsets into the text as the editor counts: a line break is one character. */
export interface CursorRange {
  readonly anchor: number;
  readonly head: number;
}

/** Returns true when title and body are equal. */
export const sameText = (one: NoteText, other: NoteText): boolean =>
  one.title === other.title && one.body === other.body;
