import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock, type LibraryLock, StorageError } from '@notes/storage';

const PREFIX = 'notes-verify-';
const LOCK = 'lock';
/** A process that has made its lock file holds the lock long before. */
const SETTLED_MS = 60_000;

/** A folder of the system for temporary files, and nobody else's. */
export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

/** Makes one; those of processes that were killed are removed. */
export function makeScratchFolder(): ScratchFolder {
  removeAbandoned();
  const path = mkdtempSync(join(tmpdir(), PREFIX));
  const lock = lockOf(path);
  return { path, remove: () => removeHeld(path, lock) };
}

/** The lock goes last, and a folder without one is nobody's to remove but the caller's. */
function removeHeld(path: string, lock: LibraryLock): void {
  try {
    for (const name of readdirSync(path))
      if (!name.startsWith(LOCK)) rmSync(join(path, name), { recursive: true, force: true });
  } finally {
    lock.remove();
  }
  rmSync(path, { recursive: true, force: true });
}

const lockOf = (path: string): LibraryLock =>
  acquireLock(join(path, LOCK), `process ${process.pid}`, { refusal: 'the archive is being verified there by' });

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    const lock = name.startsWith(PREFIX) && isOurs(path) ? lockOfAbandoned(path) : null;
    if (lock !== null) removeHeld(path, lock);
  }
}

/** A folder that this user made, with a lock that has been there for a while. */
function isOurs(path: string): boolean {
  const folder = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = folder?.isDirectory() === true && folder.uid === (process.getuid?.() ?? folder.uid);
  const lock = isOwn ? lstatSync(join(path, LOCK), { throwIfNoEntry: false }) : undefined;
  return lock?.isFile() === true && Date.now() - lock.mtimeMs > SETTLED_MS;
}

/** The lock of a process ends with it. Null where one lives, or another has removed the folder just now. */
function lockOfAbandoned(path: string): LibraryLock | null {
  try {
    return lockOf(path);
  } catch (error) {
    if (error instanceof StorageError || isGone(error)) return null;
    throw error;
  }
}

/** Of a file in a folder that somebody has removed. */
export const isGone = (error: unknown) =>
  ['ENOENT', 'SQLITE_CANTOPEN'].includes((error as NodeJS.ErrnoException).code ?? '');
