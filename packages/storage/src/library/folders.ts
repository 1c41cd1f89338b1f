import { lstatSync, mkdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StorageError } from '../errors.js';

/**
 * Creates a folder and its missing parents. Replaces Node's recursive `mkdir`, which never returns when a file system
 * answers `ENOENT` for a new entry in an existing folder, as `/proc` does.
 *
 * @param mode permissions of the created folders, before the umask
 * @returns the topmost created folder, or undefined when every folder exists
 * @throws StorageError `read_only` when the file system accepts no new folders, or a link in the path leads to a folder
 *   that does not exist; other system errors unchanged
 */
export function createFolders(path: string, mode = 0o777): string | undefined {
  for (let tries = 1; ; tries += 1) {
    try {
      return createMissing(path, mode);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if (tries < MAX_TRIES) continue;
      const message = `The folder ${path} cannot be created: its file system accepts no new folders. Choose another folder.`;
      throw new StorageError('read_only', message, error);
    }
  }
}

/**
 * Maximum number of attempts. Another process may remove a folder between two calls; more failures are no coincidence.
 */
const MAX_TRIES = 20;

function createMissing(path: string, mode: number): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(path); !isFolder(at) && at !== dirname(at); at = dirname(at)) missing.push(at);
  const created = missing.reverse().filter((folder) => createFolder(folder, mode));
  return created[0];
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    // `createFolder` reports a folder that cannot be examined.
    return false;
  }
};

/** Returns false when another process created the folder first. */
function createFolder(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isFolder(path)) return false;
    if (code === 'EEXIST') refuseDanglingLink(path, error);
    throw error;
  }
}

/** Refuses a link to a missing folder. Its folder is not created: it is usually on a disk that is not mounted. */
function refuseDanglingLink(path: string, cause: unknown): void {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink || statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const message = `The folder ${path} is a link to ${readlinkSync(path)}, which does not exist. Check that its disk is mounted, or choose another folder.`;
  throw new StorageError('read_only', message, cause);
}
