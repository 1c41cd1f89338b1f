import { closeSync, fsyncSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StorageError } from '../errors.js';
import { createFolders } from './folders.js';

/** Paths of a library's files. */
export interface DataPaths {
  readonly dataDir: string;
  readonly database: string;
  readonly blobs: string;
  readonly tmp: string;
  readonly backups: string;
  /** Folder of maintenance plans: the items that maintenance still has to process. */
  readonly plans: string;
  readonly lock: string;
  readonly maintenanceLock: string;
  readonly syncLock: string;
}

/** Returns the paths of a library's files in a data directory. */
export function dataPaths(dataDir: string): DataPaths {
  const at = (name: string) => join(dataDir, name);
  return {
    dataDir,
    database: at('notes.db'),
    blobs: at('blobs'),
    tmp: at('tmp'),
    backups: at('backups'),
    plans: at('plans'),
    lock: at('lock'),
    maintenanceLock: at('maintenance.lock'),
    syncLock: at('sync.lock'),
  };
}

/**
 * Creates the data directory and its folders, durably and accessible only to their owner.
 *
 * @throws StorageError `read_only` when one of them cannot be created; other system errors unchanged
 */
export function makeDataDirectory(paths: DataPaths): void {
  for (const path of [paths.dataDir, paths.blobs, paths.tmp, paths.backups])
    try {
      makeFolder(path);
    } catch (error) {
      const reason = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
      if (reason === undefined) throw error;
      const message = `The folder ${path} cannot be created: ${reason}. Choose another folder for the library.`;
      throw new StorageError('read_only', message, error);
    }
}

/** Reasons why the system refuses a new folder, by error code. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission to write to the folder above it',
  EPERM: 'you have no permission to write to the folder above it',
  EROFS: 'the file system is read-only',
};

/**
 * Creates a folder and its missing parents, durably and accessible only to their owner.
 *
 * @throws as {@link createFolders}
 */
export function makeFolder(path: string): void {
  for (const parent of createAndListParents(path)) syncFile(parent);
}

/**
 * Creates a folder as {@link makeFolder}, and waits for the disk without keeping the thread.
 *
 * @throws as {@link createFolders}
 */
export async function makeFolderInBackground(path: string): Promise<void> {
  for (const parent of createAndListParents(path)) await syncFileInBackground(parent);
}

/**
 * Creates a folder and its missing parents. Returns the folders with new entries, the deepest first: a new folder is
 * durable only when all of them are.
 */
function createAndListParents(path: string): string[] {
  const first = createFolders(path, 0o700);
  if (first === undefined) return [];
  const top = dirname(resolve(first));
  const parents = [];
  for (let at = dirname(resolve(path)); ; at = dirname(at)) {
    parents.push(at);
    if (at === top || at === dirname(at)) return parents;
  }
}

/** Creates an empty file that only its owner may access; leaves an existing file unopened. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Reads the first `length` bytes of a file; pads with zeros after its end. */
export function readStart(path: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const handle = openSync(path, 'r');
  try {
    readSync(handle, bytes, 0, length, 0);
    return bytes;
  } finally {
    closeSync(handle);
  }
}

/**
 * Flushes a file, or the entries of a directory, to disk. Windows cannot flush directories, and flushes files only
 * through writable handles.
 */
export function syncFile(path: string): void {
  const isWindows = process.platform === 'win32';
  if (isWindows && statSync(path).isDirectory()) return;
  const handle = openSync(path, isWindows ? 'r+' : 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Flushes a file or directory as {@link syncFile}, and waits for the disk without keeping the thread. */
export async function syncFileInBackground(path: string): Promise<void> {
  const isWindows = process.platform === 'win32';
  if (isWindows && statSync(path).isDirectory()) return;
  const file = await open(path, isWindows ? 'r+' : 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Prefix of unfinished libraries and copies in `tmp`. */
export const DRAFT_PREFIX = 'library-';

/** Removes unfinished libraries and copies that a killed process left in `tmp`. */
export function removeDrafts({ tmp }: DataPaths): void {
  for (const name of readdirSync(tmp)) {
    if (name.startsWith(DRAFT_PREFIX)) rmSync(join(tmp, name), { force: true });
  }
}

export const fileExists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
