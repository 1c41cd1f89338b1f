import { asStorageError } from '../errors.js';
import { type Connection, openReadOnly } from '../library/connection.js';
import { dataPaths } from '../library/files.js';
import { openSeparateConnection, type WorkerReader } from '../library/worker-reader.js';

/** Consistent read snapshot of a library. */
export interface LibrarySnapshot {
  readonly reader: WorkerReader;
  /**
   * Returns true when nothing was written since just before the snapshot: a second snapshot opened in between then has
   * the same state. May return false although nothing was written.
   */
  isCurrent(): boolean;
  close(): void;
}

/**
 * Opens a read transaction that lasts until `close` and blocks no writer. The WAL file cannot shrink meanwhile, so a
 * reader that takes minutes holds the maintenance lock, which excludes imports, purges and collection.
 *
 * @throws StorageError `damaged`, `failed`
 */
export function openSnapshot(dataDir: string): LibrarySnapshot {
  const opened: Connection[] = [];
  const close = () => {
    for (const connection of opened) connection.close();
  };
  try {
    const watch = openReadOnly(dataPaths(dataDir).database);
    opened.push(watch);
    const version = readDataVersion(watch);
    const { raw, reader } = openSeparateConnection(dataDir);
    opened.push(raw);
    // A read transaction starts with its first read.
    raw.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    return { reader, isCurrent: () => readDataVersion(watch) === version, close };
  } catch (error) {
    close();
    throw asStorageError(error);
  }
}

/**
 * Reads SQLite's `data_version`, which changes when another connection commits. The connection must not write itself.
 */
const readDataVersion = (connection: Connection) => connection.pragma('data_version', { simple: true });
