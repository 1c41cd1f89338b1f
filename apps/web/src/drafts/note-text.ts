/** What a note says: the two fields that are written together and make a revision. */
export interface NoteText {
  /** One line. */
  readonly title: string;
  /** Markdown, with the line breaks it has on the server. */
  readonly body: string;
}

/** A text the server is known to hold. */
export interface BaseText extends NoteText {
  readonly revisionId: string;
}

/** Where the cursor is: offsets into the text as the editor counts, a line break being one. */
export interface CursorRange {
  readonly anchor: number;
  readonly head: number;
}

export const sameText = (one: NoteText, other: NoteText): boolean =>
  one.title === other.title && one.body === other.body;
