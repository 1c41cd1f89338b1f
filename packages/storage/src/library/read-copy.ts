import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { asFileError, StorageError } from '../errors.js';
import { type Connection, openCopy, openForInspection, readSchemaVersion } from './connection.js';
import type { DataPaths } from './files.js';

/** A database file in a data directory. */
type LibraryFile = Pick<DataPaths, 'dataDir' | 'database'>;

/** Largest library file that is copied into memory. */
const MAX_COPIED_BYTES = 1024 * 1024 * 1024;

/**
 * Opens a copy of a library in memory, for reads alone. SQLite reads a library only where it can write an index of the
 * WAL file beside it, which a full or read-only disk refuses.
 *
 * @returns undefined when the library is too large, or when its WAL file has contents or its files change meanwhile, so
 *   that another process uses it
 */
export function openReadCopy({ database: path }: Pick<DataPaths, 'database'>): Connection | undefined {
  const before = describeFiles(path);
  if (before === undefined) return undefined;
  const bytes = readFileSync(path);
  if (describeFiles(path) !== before) return undefined;
  return openCopy(bytes);
}

/**
 * Opens a library for checks, or a copy of it in memory when the disk accepts no writes. Leaves no changes.
 *
 * @throws StorageError `read_only` or `full` when the library cannot be copied either; errors of SQLite
 */
export function openForChecks(paths: LibraryFile): Connection {
  let database: Connection | undefined;
  try {
    database = openForInspection(paths.database);
    readSchemaVersion(database);
    return database;
  } catch (error) {
    database?.close();
    const refused = asFileError(error);
    if (!(refused instanceof StorageError) || !['read_only', 'full'].includes(refused.reason)) throw error;
    const copy = openReadCopy(paths);
    if (copy === undefined) throw findRefusal(paths, error) ?? refused;
    return copy;
  }
}

/** Describes the state of the files of a library; undefined when they cannot be copied. */
function describeFiles(path: string): string | undefined {
  const { size, mtimeMs, ino } = statSync(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return size > MAX_COPIED_BYTES || (log?.size ?? 0) > 0 ? undefined : `${size} ${mtimeMs} ${ino}`;
}

const REFUSALS: Readonly<Record<string, (dataDir: string) => string>> = {
  EROFS: (dataDir) =>
    `The library in ${dataDir} is on a read-only file system. Make the file system writable, or copy the folder to another disk and open the copy.`,
  EACCES: (dataDir) =>
    `You have no permission to write to the library in ${dataDir}. Change the permissions of the folder and its files, or copy the folder and open the copy.`,
};

/**
 * Finds out why the system refuses writes to a library. SQLite reports the same error for a read-only disk and for
 * missing permissions, and opens a library with an index of its WAL file for reads without an error.
 *
 * @returns undefined when the folder and the file are writable
 */
export function findRefusal({ dataDir, database }: LibraryFile, cause?: unknown): StorageError | undefined {
  const code = readRefusalCode(dataDir) ?? readRefusalCode(database);
  const message = REFUSALS[code ?? '']?.(dataDir);
  return message === undefined ? undefined : new StorageError('read_only', message, cause);
}

function readRefusalCode(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
