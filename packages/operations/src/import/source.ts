import { realpath, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type Input, ServiceError } from '@notes/contract';
import type { FileLink } from '@notes/markdown-blocks';
import { sha256 } from '../sha256.js';
import type { FileItem, NoteItem } from './item.js';

export type Format = Input<'importFolder'>['format'];

/** What an import reads: a folder, or a file that holds many. */
export interface SourcePath {
  /** The real path: a link given by the user is followed, those within are not. */
  readonly path: string;
  readonly isFolder: boolean;
  /** What the notebook at its top is called. */
  readonly name: string;
}

/** Everything there is to import, in an order that is the same in every run. */
export interface Listing {
  readonly notes: readonly NoteItem[];
  /** How many files there are besides: attachments, where notes refer to them; null where the source is one file. */
  readonly others: number | null;
  /** Archives among them, which are not opened. */
  readonly unopened?: readonly string[];
  /** Folders that were not entered. */
  readonly skipped: number;
  /** False when the signal came before the end. */
  readonly complete: boolean;
  /** What links of notes mean; null where there is nothing that they could mean. */
  readonly resolve: Resolve | null;
  /** Whether links may mean notes, whose ids then are known before they are imported. */
  readonly linksNotes: boolean;
}

/** The note of the source that a link leads to, by its key. */
export interface NoteTarget {
  readonly note: string;
}

/**
 * What a link of a note means within its source; `missing` and `outside` when it should be a file and is none of it,
 * undefined when it is nothing of the source's.
 */
export type Resolve = (note: NoteItem, link: FileLink) => FileItem | NoteTarget | 'missing' | 'outside' | undefined;

/** A source that is open for one run. */
export interface Source {
  /** @throws ServiceError when it is no source of this format, or one that nobody would write in good faith */
  list(signal: AbortSignal | undefined): Promise<Listing>;
  close(): Promise<void>;
}

/** @throws ServiceError `not_found` when there is nothing that can be read */
export async function findSource(path: string): Promise<SourcePath> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    throw new ServiceError('not_found', `${path}: ${reasons[error.code ?? ''] ?? 'cannot be read'}`, { cause: error });
  });
  const status = await stat(real);
  const isFolder = status.isDirectory();
  if (!isFolder && !status.isFile())
    throw new ServiceError('validation_failed', `path: ${path} is neither a folder nor a file`);
  return { path: real, isFolder, name: basename(real, isFolder ? '' : extname(real)) || 'Imported' };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such file or folder',
  EACCES: 'you may not read it',
  ELOOP: 'its links go in a circle',
};

/** A name for a source that was given none: the same for the same place, and without the path to it. */
export function defaultSource({ name, path }: SourcePath): string {
  return `${name}-${sha256(path).slice(0, 8)}`;
}
