import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type Rejection, rejection, unreadable } from './reasons.js';

/** A file of the folder, or a folder that could not be read. */
export interface Found {
  /** Path below the imported folder, parted by `/`. */
  readonly path: string;
  /** Names of the folders above it, from the imported one down. */
  readonly folder: readonly string[];
  /** Where it is; bytes, since a name need not be UTF-8. */
  readonly location: Buffer;
  /** Known already: it cannot be imported. */
  readonly rejection?: Rejection;
}

export interface Walk {
  /** Markdown files, and folders that could not be read. */
  readonly files: readonly Found[];
  /** Other files and links: attachments, where notes refer to them. */
  readonly others: readonly Found[];
  /** Folders that were not entered. */
  readonly skipped: number;
  /** False when the signal came before the end. */
  readonly complete: boolean;
}

interface Folder {
  readonly location: Buffer;
  readonly names: readonly string[];
  readonly utf8: boolean;
}

const MARKDOWN = /\.(?:md|markdown)$/i;
const SEPARATOR = Buffer.from('/');

/**
 * Finds every file below a folder, in the byte order of names, each folder's files before its subfolders.
 * Links are not followed. Folders whose name starts with a dot, and `node_modules`, are not entered.
 */
export async function walk(root: string, signal: AbortSignal | undefined): Promise<Walk> {
  const files: Found[] = [];
  const others: Found[] = [];
  let skipped = 0;
  const pending: Folder[] = [{ location: Buffer.from(root), names: [], utf8: true }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (signal?.aborted) return { files, others, skipped, complete: false };
    const entries = await list(folder, files);
    const below: Folder[] = [];
    for (const entry of entries) {
      const name = entry.name.toString('utf8');
      if (!entry.isDirectory()) (MARKDOWN.test(name) ? files : others).push(describe(folder, entry));
      else if (isSkipped(name)) skipped += 1;
      else below.push(enter(folder, entry.name));
    }
    pending.push(...below.reverse());
  }
  return { files, others, skipped, complete: true };
}

const isSkipped = (name: string) => name.startsWith('.') || name === 'node_modules';

async function list(folder: Folder, files: Found[]): Promise<Dirent<Buffer>[]> {
  try {
    const entries = await readdir(folder.location, { withFileTypes: true, encoding: 'buffer' });
    return entries.sort((a, b) => Buffer.compare(a.name, b.name));
  } catch (error) {
    const { names, location } = folder;
    files.push({
      path: names.length === 0 ? './' : `${names.join('/')}/`,
      folder: names.slice(0, -1),
      location,
      rejection: unreadable(error),
    });
    return [];
  }
}

function enter(folder: Folder, name: Buffer): Folder {
  return {
    location: join(folder.location, name),
    names: [...folder.names, name.toString('utf8')],
    utf8: folder.utf8 && isUtf8(name),
  };
}

function describe(folder: Folder, entry: Dirent<Buffer>): Found {
  const found = {
    path: [...folder.names, entry.name.toString('utf8')].join('/'),
    folder: folder.names,
    location: join(folder.location, entry.name),
  };
  if (entry.isSymbolicLink()) return { ...found, rejection: rejection('symlink') };
  if (!entry.isFile()) return { ...found, rejection: rejection('not_a_file') };
  if (!folder.utf8 || !isUtf8(entry.name)) return { ...found, rejection: rejection('bad_name') };
  return found;
}

const join = (folder: Buffer, name: Buffer) => Buffer.concat([folder, SEPARATOR, name]);
