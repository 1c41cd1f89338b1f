import * as native from '@notes/native/sqlite';
import type Database from 'better-sqlite3';
import { StorageError } from '../errors.js';

/** Open SQLite database. */
export type Connection = Database.Database;

/**
 * Opens a SQLite database.
 *
 * @param path path of the file, or the contents of a database to open in memory
 * @throws StorageError `no_driver` when the addon of SQLite is not installed or cannot be loaded
 */
export function openSqlite(path: string | Buffer, options: Database.Options = {}): Connection {
  try {
    return native.openSqlite(path, options);
  } catch (error) {
    if (error instanceof native.NativeError) throw new StorageError('no_driver', error.message, error);
    throw error;
  }
}
