import { getTableName, isNotNull, sql } from 'drizzle-orm';
import { asFileError } from '../errors.js';
import { type Connection, openDatabase } from '../library/connection.js';
import type { DataPaths } from '../library/files.js';
import { migrate, migrations } from '../library/migrations.js';
import { build, defineQuery } from '../library/query.js';
import { Statements } from '../library/statements.js';
import * as tables from '../schema.js';

const { documents, meta } = tables;

/** Tables about work in progress, the sync group and the search sidecar. */
const EMPTIED_TABLES = /^(?:sync_.*|jobs|batch_requests|search_feed|search_jobs)$/;
const EMPTY_TABLES = Object.values(tables)
  .filter((table) => EMPTIED_TABLES.test(getTableName(table)))
  .map((table) => defineQuery(() => build.delete(table)));
const removeSyncState = defineQuery(() =>
  build.update(documents).set({ synced: null }).where(isNotNull(documents.synced)),
);
const deleteSyncMeta = defineQuery(() => build.delete(meta).where(sql`${meta.key} GLOB 'sync_*'`));

/**
 * Turns the copy of a library into an independent library, before it is in use: the copy leaves its sync group, and
 * has no unfinished jobs and no feed of a search sidecar. Notes, their texts and everything else stay.
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
  const statements = new Statements(database);
  const emptied = database.transaction(() => {
    database.pragma('defer_foreign_keys = ON');
    for (const query of [...EMPTY_TABLES, removeSyncState, deleteSyncMeta]) statements.run(query);
  });
  emptied.immediate();
}
