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
  return {
    path,
    remove: () => {
      lock.release();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const lockOf = (path: string): LibraryLock =>
  acquireLock(join(path, LOCK), `process ${process.pid}`, { refusal: 'the archive is being verified there by' });

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    if (name.startsWith(PREFIX) && isOurs(path) && isAbandoned(path)) rmSync(path, { recursive: true, force: true });
  }
}

/** A folder that this user made, with a lock that has been there for a while. */
function isOurs(path: string): boolean {
  const folder = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = folder?.isDirectory() === true && folder.uid === (process.getuid?.() ?? folder.uid);
  const lock = isOwn ? lstatSync(join(path, LOCK), { throwIfNoEntry: false }) : undefined;
  return lock?.isFile() === true && Date.now() - lock.mtimeMs > SETTLED_MS;
}

/** The lock of a process ends with it. */
function isAbandoned(path: string): boolean {
  try {
    lockOf(path).release();
    return true;
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}
