import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@notes/contract';
import { acquireLock, type LibraryLock, StorageError } from '@notes/storage';
import { makeTemporaryFolder, TEMPORARY_FOLDER_VARIABLE } from '../../platform/temporary-folder.js';
import { isDiskFull } from './refusal.js';

const PREFIX = 'notes-verify-';
const LOCK = 'lock';
/** Age of a lock file, in milliseconds, after which the process that made it certainly holds the lock or has ended. */
const MIN_LOCK_AGE_MS = 60_000;

/** Private folder in the system's directory for temporary files. */
export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

/**
 * Creates a scratch folder, and removes those of killed processes.
 *
 * @throws ServiceError as {@link makeTemporaryFolder}
 */
export function makeScratchFolder(): ScratchFolder {
  const path = makeTemporaryFolder(PREFIX);
  removeAbandoned();
  const lock = lockScratchFolder(path);
  return { path, remove: () => removeHeld(path, lock) };
}

/**
 * Runs work that writes to a scratch folder and nowhere else, and removes the folder.
 *
 * @param work receives the path of the folder
 * @throws ServiceError as {@link makeTemporaryFolder}; `storage_unavailable` when the disk of the folder is full
 */
export async function withScratchFolder<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
  let scratch: ScratchFolder | undefined;
  try {
    scratch = makeScratchFolder();
    return await work(scratch.path);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new ServiceError(
      'storage_unavailable',
      `The disk of the folder for temporary files, ${tmpdir()}, is full, or a quota is reached. Free some space, or set ${TEMPORARY_FOLDER_VARIABLE} to a folder on a disk with more space`,
      { cause: error },
    );
  } finally {
    scratch?.remove();
  }
}

/** Removes a folder whose lock is held. The lock goes last, and no other process removes a folder without a lock. */
function removeHeld(path: string, lock: LibraryLock): void {
  try {
    for (const name of readdirSync(path))
      if (!name.startsWith(LOCK)) rmSync(join(path, name), { recursive: true, force: true });
  } finally {
    lock.remove();
  }
  rmSync(path, { recursive: true, force: true });
}

const lockScratchFolder = (path: string): LibraryLock =>
  acquireLock(join(path, LOCK), `process ${process.pid}`, {
    refusal: 'The archive is being verified in this folder by',
  });

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    const lock = name.startsWith(PREFIX) && isOurs(path) ? lockAbandonedFolder(path) : null;
    if (lock !== null) removeHeld(path, lock);
  }
}

/** Returns true for a folder of this user with a lock file older than {@link MIN_LOCK_AGE_MS}. */
function isOurs(path: string): boolean {
  const folder = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = folder?.isDirectory() === true && folder.uid === (process.geteuid?.() ?? folder.uid);
  const lock = isOwn ? lstatSync(join(path, LOCK), { throwIfNoEntry: false }) : undefined;
  return lock?.isFile() === true && Date.now() - lock.mtimeMs > MIN_LOCK_AGE_MS;
}

/**
 * Takes the lock of a folder whose process has ended. Returns null when the process lives or the folder has just been
 * removed.
 */
function lockAbandonedFolder(path: string): LibraryLock | null {
  try {
    return lockScratchFolder(path);
  } catch (error) {
    if (error instanceof StorageError || isGone(error)) return null;
    throw error;
  }
}

/** Returns true for the error of a file in a folder that was removed. */
export const isGone = (error: unknown) =>
  ['ENOENT', 'SQLITE_CANTOPEN'].includes((error as NodeJS.ErrnoException).code ?? '');
