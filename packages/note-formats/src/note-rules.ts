/** A tag in its stored form, or the reason why a name cannot be a tag. */
export type ReadTag = { readonly tag: string } | { readonly problem: string };

/** Rules of the program that takes the notes. */
export interface NoteRules {
  /** Most bytes of the text of a note. A longer one is rejected as `too_large`. */
  readonly maxTextBytes: number;
  /** Most tags of a note. Further tags are left out, with a warning. */
  readonly maxTags: number;
  /** Reads a name, without white space and `#` around it, as a tag. An invalid one is left out, with a warning. */
  readonly readTag: (name: string) => ReadTag;
  /** Returns true for the id of a note that the program itself exported to a Markdown file. */
  readonly isNoteId: (text: string) => boolean;
}

/** Rules of a program that accepts any tag and exports no ids. */
export const DEFAULT_RULES: NoteRules = {
  maxTextBytes: 16 * 1024 * 1024,
  maxTags: 100,
  readTag: (name) => ({ tag: name }),
  isNoteId: () => false,
};
