import type { FileLink } from '@notes/markdown-blocks';
import type { FileItem, NoteItem } from './item.js';

/** Location of a source: a folder, or a file. */
export interface SourceLocation {
  /** Real path. Links within the source are not followed. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Location of a single Markdown file, which belongs to the source of its folder. */
  readonly within?: FileLocation;
}

export interface FileLocation {
  /** Folder of the source. */
  readonly folder: string;
  /** Path of the file within that folder, with `/` separators. */
  readonly path: string;
  /** True when the folder itself was imported and may be imported as a whole again. */
  readonly isFolderImported: boolean;
}

/** Symbolic link to a folder, or to a target that cannot be examined. */
export interface FolderLink {
  /** Path within the source. */
  readonly path: string;
  /** False when the target cannot be examined. */
  readonly isFolder: boolean;
}

/** File with notes in a format that the import does not read. */
export interface UnsupportedFile {
  readonly path: string;
  /** Reason, and what to do instead. */
  readonly message: string;
}

/** Items of a source, in an order that is the same in every run. */
export interface Listing {
  readonly notes: readonly NoteItem[];
  /** Number of other files, which notes may refer to as attachments; null when the source is one file. */
  readonly others: number | null;
  /** Paths of the other files. */
  readonly otherPaths: ReadonlySet<string>;
  /** Paths of archives among the other files, which are not opened. */
  readonly unopened?: readonly string[];
  /** Other files with notes that are not read. */
  readonly unsupported?: readonly UnsupportedFile[];
  /** Advice for a source that another import would read better, one message each. */
  readonly advice?: readonly string[];
  /** Links among the other files that may lead to folders of notes. They are not followed. */
  readonly links: readonly FolderLink[];
  /** Number of folders, files and entries that could not be read and may contain unknown notes. */
  readonly unread: number;
  /** Paths of skipped folders, ending with a slash, and of skipped files. */
  readonly skipped: readonly string[];
  /** False when the signal was aborted before the end. */
  readonly complete: boolean;
  /** Resolver for links of notes; null when no link can have a target in the source. */
  readonly resolve: Resolve | null;
  /** True when the source may contain other notes that are not listed, so that no note counts as vanished. */
  readonly isPart?: boolean;
  /** True when links may lead to notes, which then get their ids before they are imported. */
  readonly linksNotes: boolean;
}

/**
 * Reason why a link leads to nothing in the source: the file does not exist, is outside the source, or is at a path that
 * an import skips, or no item has the id.
 */
export type LinkProblem = 'missing' | 'outside' | 'skipped' | 'unknown_id';

/** Target note of a link, by its key. */
export interface NoteTarget {
  readonly note: string;
}

/**
 * Resolves a link of a note within its source. Returns a {@link LinkProblem} when the link should lead to a file but
 * does not; undefined when the target is not part of the source.
 */
export type Resolve = (note: NoteItem, link: FileLink) => FileItem | NoteTarget | LinkProblem | undefined;

/** A source opened for one run. */
export interface Source {
  /**
   * Lists the items.
   *
   * @throws SourceError when the source is not of this format or looks malicious
   */
  list(signal?: AbortSignal): Promise<Listing>;
  close(): Promise<void>;
}
