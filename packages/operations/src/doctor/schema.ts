import { checkLibrary, SCHEMA_VERSION } from '@notes/storage';

export interface SchemaState {
  /** Of the library. */
  readonly version: number;
  /** That this program brings it to. */
  readonly newest: number;
}

/**
 * Reads the schema of a library, which stays as it is.
 *
 * @throws StorageError as `checkLibrary` of storage
 */
export const schemaState = (dataDir: string): SchemaState => ({
  version: checkLibrary(dataDir, (check) => check.schemaVersion()),
  newest: SCHEMA_VERSION,
});
