import type { Rejection } from './rejection.js';

/** An item of a source that can be imported. */
export interface Item {
  /** Path within the source, with `/` separators, for reports and the ledger. */
  readonly path: string;
  /** Title for reports, when the path does not contain it. */
  readonly title?: string;
  /** Stable key in all runs: the path, unless the path of the same item can change. */
  readonly key: string;
  /** Id given by the source, equal in every export; undefined when the source gives none. */
  readonly ownId?: string;
  /** Names of the parents from the top of the source; for a note, its notebooks. */
  readonly folder: readonly string[];
  /** Reason why the item cannot be imported, when it is already known. */
  readonly rejection?: Rejection;
  /** Returns a text that changes when the item is written. */
  stamp(): Promise<string>;
}

/** Bytes that can be read repeatedly. */
export interface OpenFile {
  readonly sizeBytes: number;
  /** True when the size is an upper bound, since the exact size is known only after decoding. */
  readonly isSizeBound?: boolean;
  /** Milliseconds since the Unix epoch; undefined when it is unknown, including the zero that archives contain. */
  readonly modifiedAt: number | undefined;
  /** Reads from `start`, at most one byte more than `maxBytes`, since a file can grow meanwhile. */
  pieces(maxBytes: number, start?: number): AsyncIterable<Buffer>;
}

export interface FileItem extends Item {
  /** File name of the attachment. */
  readonly filename: string;
  /** Type declared by the source, for bytes whose type cannot be detected. */
  readonly mimeType?: string;
  /** For a symbolic link, the kind of its target. A target of unknown kind may be a folder of notes. */
  readonly linkTarget?: 'file' | 'folder' | 'unknown';
  /** Size declared by the source, in bytes. */
  readonly declaredBytes?: number;
  /**
   * Opens the file for `use`. Rethrows errors of `use` that do not concern the file.
   *
   * @returns the result of `use`, or the reason why the file cannot be read
   */
  open<T>(use: (file: OpenFile) => Promise<T | Rejection>): Promise<T | Rejection>;
}

export interface NoteItem extends Item {
  /**
   * Creation time as written in the export, and title, for a note without its own id. They suggest which note it is.
   */
  readonly creation?: { readonly created: string; readonly title: string };
  read(): Promise<SourceNote | Rejection>;
}

/** A note as provided by its source. */
export interface SourceNote {
  readonly title: string;
  /** Markdown. Links to files and notes are in the form that the source's resolver understands. */
  readonly text: string;
  /** File name by which other notes may link to the note. */
  readonly fileName: string;
  readonly tags: readonly string[];
  /** Milliseconds since the Unix epoch, as stated by the source; undefined when it states none. */
  readonly created: number | undefined;
  readonly updated: number | undefined;
  /** Replacement for times that the source does not state, in milliseconds since the Unix epoch. */
  readonly modifiedAt: number | undefined;
  /** Files inside the note itself, by the path in its links. */
  readonly embedded?: ReadonlyMap<string, FileItem>;
  /** Front matter at the start of the text, and the front matter that earlier versions wrote instead. */
  readonly formerFrontMatter?: { readonly now: string; readonly before: string };
  /** Title that earlier versions gave the note, when it differs. */
  readonly formerTitle?: string;
  readonly warnings: readonly string[];
  /** Id of the note from which the file was exported. */
  readonly documentId?: string;
}
