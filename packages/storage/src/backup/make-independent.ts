import { getTableName } from 'drizzle-orm';
import { asFileError } from '../errors.js';
import { type Connection, openDatabase } from '../library/connection.js';
import type { DataPaths } from '../library/files.js';
import { migrate, migrations } from '../library/migrations.js';
import { makeHandle } from '../library/unit.js';
import * as tables from '../schema.js';

/** Tables about work in progress and about the sync group. */
const EMPTIED_TABLES = /^(?:sync_.*|jobs|batch_requests)$/;
const REMOVE_GROUP = `UPDATE documents SET synced = NULL WHERE synced IS NOT NULL;
  DELETE FROM meta WHERE key GLOB 'sync_*'`;

/**
 * Turns the copy of a library into an independent library, before it is in use: the copy leaves its sync group and has
 * no unfinished jobs. Notes, their texts and everything else stay.
 *
 * @throws StorageError for errors of the disk, and for a copy with an older schema that cannot be migrated
 */
export function makeIndependent(paths: DataPaths): void {
  let database: Connection | undefined;
  try {
    database = openDatabase(paths.database, 0);
    migrate(database, paths, migrations);
    emptyTables(database);
  } catch (error) {
    throw asFileError(error);
  } finally {
    database?.close();
  }
}

function emptyTables(database: Connection): void {
  const { orm } = makeHandle(database);
  const emptied = database.transaction(() => {
    database.pragma('defer_foreign_keys = ON');
    for (const table of Object.values(tables)) if (EMPTIED_TABLES.test(getTableName(table))) orm.delete(table).run();
    database.exec(REMOVE_GROUP);
  });
  emptied.immediate();
}
