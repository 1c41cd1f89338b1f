import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import type { FileItem } from '../item.js';
import { createRejection, createUnreadable, type Rejection } from '../rejection.js';
import { readStamp, withFile } from './disk-file.js';
import { isAppleDouble, isSkipped, type Tree, type Walk } from './tree.js';

type LinkTarget = NonNullable<FileItem['linkTarget']>;

interface Folder {
  readonly location: Buffer;
  readonly names: readonly string[];
  readonly utf8: boolean;
}

const SEPARATOR = Buffer.from('/');

/**
 * Lists the files below a folder, in the byte order of their names, with the files of each folder before its
 * subfolders. An unreadable folder is listed as a rejected file whose path ends with a slash. Does not follow links.
 * Does not enter skipped folders, see {@link isSkipped}, and leaves out AppleDouble files.
 */
export const folderTree = (root: string): Tree => ({
  walk: (signal) => walk(root, signal),
  close: () => Promise.resolve(),
});

/**
 * Returns a file below a folder.
 *
 * @param path path with `/` separators, without `..`
 */
export const fileBelow = (root: string, path: string): FileItem =>
  createFileItem({ path, folder: path.split('/').slice(0, -1), location: Buffer.from(posix.join(root, path)) });

/** Returns a tree of one file. */
export const fileTree = (path: string): Tree => ({
  walk: async () => ({
    files: [createFileItem({ path: basename(path), folder: [], location: Buffer.from(path) })],
    skipped: [],
    complete: true,
  }),
  close: () => Promise.resolve(),
});

async function walk(root: string, signal: AbortSignal | undefined): Promise<Walk> {
  const files: FileItem[] = [];
  const skipped: string[] = [];
  const pending: Folder[] = [{ location: Buffer.from(root), names: [], utf8: true }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (signal?.aborted) return { files, skipped, complete: false };
    const entries = await list(folder, files);
    const below: Folder[] = [];
    for (const entry of entries) {
      const name = entry.name.toString('utf8');
      const names = [...folder.names, name];
      const path = names.join('/');
      if (!entry.isDirectory()) {
        if (isAppleDouble(name)) skipped.push(path);
        else files.push(await describeEntry(folder, entry, path));
      } else if (isSkipped(names)) skipped.push(`${path}/`);
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
    files.push(createFileItem({ path, folder: names.slice(0, -1), location, rejection: createUnreadable(error) }));
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

async function describeEntry(folder: Folder, entry: Dirent<Buffer>, path: string): Promise<FileItem> {
  const rejected = findRejection(folder, entry);
  return createFileItem({
    path,
    folder: folder.names,
    location: join(folder.location, entry.name),
    ...(rejected !== undefined && { rejection: rejected }),
    ...(entry.isSymbolicLink() && { linkTarget: await readLinkTarget(join(folder.location, entry.name)) }),
  });
}

/** Returns the kind of the target of a link, without opening the target. */
const readLinkTarget = (location: Buffer): Promise<LinkTarget> =>
  stat(location).then(
    (status) => (status.isDirectory() ? 'folder' : 'file'),
    () => 'unknown',
  );

function findRejection(folder: Folder, entry: Dirent<Buffer>): Rejection | undefined {
  if (entry.isSymbolicLink()) return createRejection('symlink');
  if (!entry.isFile()) return createRejection('not_a_file');
  return folder.utf8 && isUtf8(entry.name) ? undefined : createRejection('bad_name');
}

interface Found extends Pick<FileItem, 'path' | 'folder' | 'rejection' | 'linkTarget'> {
  /** Path in bytes, since a name need not be UTF-8. */
  readonly location: Buffer;
}

const createFileItem = ({ location, ...found }: Found): FileItem => ({
  ...found,
  key: found.path,
  filename: basename(found.path),
  stamp: () => readStamp(found.path, location),
  open: (use) => withFile(location, use),
});

const join = (folder: Buffer, name: Buffer) => Buffer.concat([folder, SEPARATOR, name]);
