import { checkLibrary, StorageError } from '@notes/storage';

/**
 * Returns the id of the library in a data directory, or null when there is none. Takes no lock and changes nothing.
 *
 * @throws StorageError when the library cannot be read
 */
export function readDatabaseId(dataDir: string): string | null {
  try {
    return checkLibrary(dataDir, (library) => library.databaseId());
  } catch (error) {
    if (error instanceof StorageError && (error.reason === 'missing' || error.reason === 'empty')) return null;
    throw error;
  }
}
