import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileItem } from '../item.js';
import { type Rejection, rejection, unreadable } from '../reasons.js';
import { stampOf, withFile } from './disk-file.js';
import { isSkipped, type Tree, type Walk } from './tree.js';

interface Folder {
  readonly location: Buffer;
  readonly names: readonly string[];
  readonly utf8: boolean;
}

const SEPARATOR = Buffer.from('/');

/**
 * The files below a folder, in the byte order of names, each folder's files before its subfolders. A folder that cannot
 * be read is a file that cannot, with a slash behind its path. Links are not followed. Folders whose name starts with a
 * dot, and `node_modules`, are not entered.
 */
export const folderTree = (root: string): Tree => ({
  walk: (signal) => walk(root, signal),
  close: () => Promise.resolve(),
});

/** One file, as if nothing were beside it. */
export const fileTree = (path: string): Tree => ({
  walk: async () => ({
    files: [fileItem({ path: basename(path), folder: [], location: Buffer.from(path) })],
    skipped: 0,
    complete: true,
  }),
  close: () => Promise.resolve(),
});

async function walk(root: string, signal: AbortSignal | undefined): Promise<Walk> {
  const files: FileItem[] = [];
  let skipped = 0;
  const pending: Folder[] = [{ location: Buffer.from(root), names: [], utf8: true }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (signal?.aborted) return { files, skipped, complete: false };
    const entries = await list(folder, files);
    const below: Folder[] = [];
    for (const entry of entries) {
      const name = entry.name.toString('utf8');
      if (!entry.isDirectory()) files.push(describe(folder, entry));
      else if (isSkipped(name)) skipped += 1;
      else below.push(enter(folder, entry.name));
    }
    for (const folderBelow of below.reverse()) pending.push(folderBelow);
  }
  return { files, skipped, complete: true };
}

async function list(folder: Folder, files: FileItem[]): Promise<Dirent<Buffer>[]> {
  try {
    const entries = await readdir(folder.location, { withFileTypes: true, encoding: 'buffer' });
    return entries.sort((a, b) => Buffer.compare(a.name, b.name));
  } catch (error) {
    const { names, location } = folder;
    const path = names.length === 0 ? './' : `${names.join('/')}/`;
    files.push(fileItem({ path, folder: names.slice(0, -1), location, rejection: unreadable(error) }));
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

function describe(folder: Folder, entry: Dirent<Buffer>): FileItem {
  const rejected = whyNot(folder, entry);
  return fileItem({
    path: [...folder.names, entry.name.toString('utf8')].join('/'),
    folder: folder.names,
    location: join(folder.location, entry.name),
    ...(rejected !== undefined && { rejection: rejected }),
  });
}

function whyNot(folder: Folder, entry: Dirent<Buffer>): Rejection | undefined {
  if (entry.isSymbolicLink()) return rejection('symlink');
  if (!entry.isFile()) return rejection('not_a_file');
  return folder.utf8 && isUtf8(entry.name) ? undefined : rejection('bad_name');
}

interface Found extends Pick<FileItem, 'path' | 'folder' | 'rejection'> {
  /** Where it is; bytes, since a name need not be UTF-8. */
  readonly location: Buffer;
}

const fileItem = ({ location, ...found }: Found): FileItem => ({
  ...found,
  key: found.path,
  filename: basename(found.path),
  stamp: () => stampOf(found.path, location),
  open: (use) => withFile(location, use),
});

const join = (folder: Buffer, name: Buffer) => Buffer.concat([folder, SEPARATOR, name]);
