import { type Connection, openReadOnly } from '../connection.js';
import { type ElsewhereReader, openElsewhere } from '../elsewhere.js';
import { asStorageError } from '../errors.js';
import { dataPaths } from '../files.js';

/** A library as it was at one moment. */
export interface LibrarySnapshot {
  readonly reader: ElsewhereReader;
  /**
   * Whether nothing was written to the library since just before this moment: another snapshot that was opened since, and
   * before it is asked, is then of the same state. It may answer no where nothing was.
   */
  isCurrent(): boolean;
  close(): void;
}

/**
 * Reads a library as it is now until `close`, whatever is written to it meanwhile: in one read transaction, which keeps
 * nobody waiting. What is written stays in the log as long, so whoever reads for minutes holds the maintenance lock, under
 * which nothing is imported, purged or collected.
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
    const version = versionOf(watch);
    const { raw, reader } = openElsewhere(dataDir);
    opened.push(raw);
    // The transaction begins with what is read first.
    raw.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    return { reader, isCurrent: () => versionOf(watch) === version, close };
  } catch (error) {
    close();
    throw asStorageError(error);
  }
}

/** Another when anybody has committed since it was last asked for: by a connection that never writes itself. */
const versionOf = (connection: Connection) => connection.pragma('data_version', { simple: true });
