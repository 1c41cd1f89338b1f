import type { FileItem, NoteItem } from '../item.js';
import type { Rejection } from '../rejection.js';
import type { FolderLink } from '../source.js';

/** Files of a folder or an archive. */
export interface Tree {
  walk(signal: AbortSignal | undefined): Promise<Walk>;
  close(): Promise<void>;
}

/** Result of walking a tree. */
export interface Walk {
  /** Files in an order that is the same in every run, including rejected ones. */
  readonly files: readonly FileItem[];
  /** Entries of an archive that are rejected for their path or kind, regardless of the format. */
  readonly refused?: readonly FileItem[];
  /** Paths of skipped folders, ending with a slash, and of skipped files. See {@link isSkipped}, {@link isAppleDouble}. */
  readonly skipped: readonly string[];
  /** False when the signal was aborted before the end. */
  readonly complete: boolean;
}

/** File names of Markdown files. */
export const MARKDOWN = /\.(?:md|markdown)$/i;
const ARCHIVE = /\.zip$/i;

/** Returns the paths of the archives among files. */
export const listArchives = (files: readonly FileItem[]): string[] =>
  files.map(({ path }) => path).filter((path) => ARCHIVE.test(path));

/** Returns the rejected entries of an archive as notes, so that the report names them. */
export const toRejectedNotes = ({ refused = [] }: Pick<Walk, 'refused'>): NoteItem[] =>
  refused.map((file) => ({ ...file, read: () => Promise.resolve(file.rejection as Rejection) }));

/** Counts folders and entries that could not be read. They may contain unknown notes. */
export const countUnread = ({ files, refused = [] }: Pick<Walk, 'files' | 'refused'>): number =>
  refused.length + files.filter(({ path, rejection }) => rejection !== undefined && path.endsWith('/')).length;

/** Returns the links among files that may lead to folders. */
export const listFolderLinks = (files: readonly FileItem[]): FolderLink[] =>
  files.flatMap(({ path, linkTarget = 'file' }) =>
    linkTarget === 'file' ? [] : [{ path, isFolder: linkTarget === 'folder' }],
  );

/** Returns a rejected entry of an archive, which is never opened. */
export const createRejectedEntry = (path: string, rejected: Rejection): FileItem => ({
  path,
  key: path,
  folder: [],
  filename: path,
  rejection: rejected,
  stamp: () => Promise.resolve(JSON.stringify([path, rejected.message])),
  open: () => Promise.resolve(rejected),
});

/**
 * Returns true for a path within a folder without notes: a hidden folder, `node_modules`, or `logseq/bak`, where Logseq
 * keeps earlier texts of each page.
 */
export const isSkipped = (names: readonly string[]): boolean =>
  names.some(
    (name, at) => name.startsWith('.') || name === 'node_modules' || (name === 'bak' && names[at - 1] === 'logseq'),
  );

/**
 * Returns true for the AppleDouble file of another file, which macOS writes beside each file on a disk without
 * extended attributes.
 */
export const isAppleDouble = (filename: string) => filename.startsWith('._');
