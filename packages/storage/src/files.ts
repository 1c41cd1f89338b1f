import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where a library keeps its files. */
export interface DataPaths {
  readonly dataDir: string;
  readonly database: string;
  readonly blobs: string;
  readonly tmp: string;
  readonly backups: string;
  /** What maintenance is to do, item by item, until it is done. */
  readonly plans: string;
  readonly lock: string;
  readonly maintenanceLock: string;
  readonly syncLock: string;
}

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

/** Makes the data directory and its folders, durably, readable by their owner alone. */
export function makeDataDirectory(paths: DataPaths): void {
  for (const path of [paths.dataDir, paths.blobs, paths.tmp, paths.backups]) makeFolder(path);
}

/** Makes a folder and those above it that are missing, durably, readable by their owner alone. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  // Whatever is made durable in a directory is lost with the directory's own name.
  const top = dirname(resolve(first));
  for (let at = dirname(resolve(path)); ; at = dirname(at)) {
    syncFile(at);
    if (at === top || at === dirname(at)) break;
  }
}

/** Makes an empty file that only its owner may read; leaves one that is there alone, unopened. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The first bytes of a file, with zeros after its end. */
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
 * Makes durable what a file holds, or what was created in, renamed into or removed from a directory. Windows knows nothing
 * of the latter, and of files only of those that are open for writing.
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

/** Files of libraries and copies in the making begin so in `tmp`. */
export const DRAFT_PREFIX = 'library-';

/** Removes what a process that was killed while it made a library or a copy left in `tmp`. */
export function removeDrafts({ tmp }: DataPaths): void {
  for (const name of readdirSync(tmp)) {
    if (name.startsWith(DRAFT_PREFIX)) rmSync(join(tmp, name), { force: true });
  }
}

export const fileExists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
