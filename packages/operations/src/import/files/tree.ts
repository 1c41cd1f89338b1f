import type { FileItem } from '../item.js';

/** Files below one another, of a folder or an archive. */
export interface Tree {
  walk(signal: AbortSignal | undefined): Promise<Walk>;
  close(): Promise<void>;
}

export interface Walk {
  /** In an order that is the same in every run; what cannot be read is among them, with the reason. */
  readonly files: readonly FileItem[];
  /** Folders that were not entered. */
  readonly skipped: number;
  /** False when the signal came before the end. */
  readonly complete: boolean;
}

/** Files of Markdown. */
export const MARKDOWN = /\.(?:md|markdown)$/i;
const ARCHIVE = /\.zip$/i;

/** The paths of archives that lie among files. */
export const archivesAmong = (files: readonly FileItem[]): string[] =>
  files.map(({ path }) => path).filter((path) => ARCHIVE.test(path));

/** Folders that hold no notes: of programs, and what was thrown away. */
export const isSkipped = (name: string) => name.startsWith('.') || name === 'node_modules';
