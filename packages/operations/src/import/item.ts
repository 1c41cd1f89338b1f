import type { Rejection } from './reasons.js';

/** Something of a source that can become part of the library. */
export interface Item {
  /** What reports and the ledger call it: a path within the source, parted by `/`. */
  readonly path: string;
  /** What it is known by in every run: its path, unless that changes while it stays the same thing. */
  readonly key: string;
  /** Names of what is above it, from the top of the source down: of a note its notebooks. */
  readonly folder: readonly string[];
  /** Known already: it cannot be imported. */
  readonly rejection?: Rejection;
  /** What it looks like from outside: another text once it was written to. */
  stamp(): Promise<string>;
}

/** Bytes that can be read, more than once. */
export interface OpenFile {
  readonly sizeBytes: number;
  /** Milliseconds since 1970; undefined where nothing better is known than that zero which archives leave. */
  readonly modifiedAt: number | undefined;
  /** From `start` on, at most one byte more than `maxBytes`: a file can grow while it is read. */
  pieces(maxBytes: number, start?: number): AsyncIterable<Buffer>;
}

export interface FileItem extends Item {
  /** What its attachment is called. */
  readonly filename: string;
  /** What the source says of its type, for where its bytes say nothing. */
  readonly mimeType?: string;
  /** How many bytes the source says that it has. */
  readonly toldBytes?: number;
  /** Opens it for `use`, or says why it cannot be read. What else goes wrong in `use` is thrown. */
  open<T>(use: (file: OpenFile) => Promise<T | Rejection>): Promise<T | Rejection>;
}

export interface NoteItem extends Item {
  read(): Promise<SourceNote | Rejection>;
}

/** A note as its source has it. */
export interface SourceNote {
  readonly title: string;
  /** Markdown. Links to files and notes of the source are as the source's resolver knows them. */
  readonly text: string;
  /** Other notes may link to it by this. */
  readonly fileName: string;
  readonly tags: readonly string[];
  /** Milliseconds since 1970, as the source says; undefined when it does not. */
  readonly created: number | undefined;
  readonly updated: number | undefined;
  /** Stands in for times that the source does not say. */
  readonly modifiedAt: number | undefined;
  /** Files that are in the note itself, by what its links call them. */
  readonly embedded?: ReadonlyMap<string, FileItem>;
  readonly warnings: readonly string[];
  /** The note it was exported from. */
  readonly documentId?: string;
}
