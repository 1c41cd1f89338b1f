import { type ElsewhereReader, openElsewhere } from '../elsewhere.js';
import { asStorageError } from '../errors.js';

/** A library as it was at one moment. */
export interface LibrarySnapshot {
  readonly reader: ElsewhereReader;
  close(): void;
}

/**
 * Reads a library as it is now until `close`, whatever is written to it meanwhile: in one read transaction, which keeps
 * nobody waiting. What is written stays in the log as long, so whoever calls it holds the maintenance lock, under which
 * nothing is imported, purged or collected.
 *
 * @throws StorageError `damaged`, `failed`
 */
export function openSnapshot(dataDir: string): LibrarySnapshot {
  try {
    const { raw, reader } = openElsewhere(dataDir);
    try {
      // The transaction begins with what is read first.
      raw.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
      return { reader, close: () => raw.close() };
    } catch (error) {
      raw.close();
      throw error;
    }
  } catch (error) {
    throw asStorageError(error);
  }
}
