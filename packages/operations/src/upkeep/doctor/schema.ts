import { checkLibrary, SCHEMA_VERSION } from '@notes/storage';

export interface SchemaState {
  /** Schema version of the library. */
  readonly version: number;
  /** Schema version to which this program migrates a library. */
  readonly newest: number;
}

/**
 * Reads the schema version of a library without migrating it.
 *
 * @throws StorageError as `checkLibrary` of storage
 */
export const schemaState = (dataDir: string): SchemaState => ({
  version: checkLibrary(dataDir, (check) => check.schemaVersion()),
  newest: SCHEMA_VERSION,
});
