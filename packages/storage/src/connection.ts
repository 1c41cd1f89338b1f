import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StorageError, sqliteCode } from './errors.js';

export type Connection = Database.Database;

/** Marks a database file as a Notes library ("NOTE"). */
export const APPLICATION_ID = 0x4e4f5445;

/** What each connection must report after it is set up; a build of SQLite may default otherwise. */
const PRAGMAS = [
  ['journal_mode', 'wal'],
  ['synchronous', 2],
  ['foreign_keys', 1],
  ['trusted_schema', 0],
  ['cell_size_check', 1],
  ['journal_size_limit', 16 * 1024 * 1024],
  ['recursive_triggers', 1],
  ['temp_store', 2],
] as const;

export interface OpenOptions {
  /** Make the file when it is missing; otherwise a missing file is an error. */
  readonly create?: boolean;
  /** Longest wait for another process's lock, which blocks this thread: keep it short where requests are served. */
  readonly busyTimeoutMs: number;
}

/** Opens a library file for reading and writing, with every pragma set and read back. */
export function openDatabase(path: string, options: OpenOptions): Connection {
  const database = new Database(path, { fileMustExist: options.create !== true, timeout: options.busyTimeoutMs });
  try {
    for (const [name, value] of PRAGMAS) {
      database.pragma(`${name} = ${value}`);
      const actual = database.pragma(name, { simple: true });
      if (actual !== value) throw new Error(`pragma ${name} is ${String(actual)}, not ${value}`);
    }
    database.pragma('cache_size = -32768');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Refuses a file that is no library of ours, before anything could change it.
 *
 * @throws StorageError `missing`, `empty`, `foreign` or `newer`
 */
export function inspectFile(path: string, newestVersion: number): { version: number } {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new StorageError('missing', `there is no library at ${path}`);
  if (size === 0) throw new StorageError('empty', `${path} is an empty file, not a library`);
  let database: Connection | undefined;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true });
    if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new StorageError('foreign', `${path} is a database of another application`);
    const version = database.pragma('user_version', { simple: true }) as number;
    if (version > newestVersion)
      throw new StorageError('newer', `${path} has schema ${version}; this program knows ${newestVersion} at most`);
    return { version };
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_NOTADB') throw new StorageError('foreign', `${path} is not a database`, error);
    throw error;
  } finally {
    database?.close();
  }
}
