import { getTableName } from 'drizzle-orm';
import { type Connection, openDatabase } from '../connection.js';
import { asFileError } from '../errors.js';
import type { DataPaths } from '../files.js';
import { migrate, migrations } from '../migrations.js';
import * as tables from '../schema.js';
import { makeHandle } from '../unit.js';

/** Of what was under way where the library was, and of the group it was in. */
const LEFT_BEHIND = /^(?:sync_.*|jobs|batch_requests)$/;
const FORGET_GROUP = `UPDATE documents SET synced = NULL WHERE synced IS NOT NULL;
  DELETE FROM meta WHERE key GLOB 'sync_*'`;

/**
 * Makes the copy of a library one of its own, where nobody uses it yet: it is in no group, and has no work to go on with.
 * Notes, their texts and everything else stay.
 *
 * @throws StorageError as the disk is, or of a copy that an older program made and that cannot be brought up to date
 */
export function makeIndependent(paths: DataPaths): void {
  let database: Connection | undefined;
  try {
    database = openDatabase(paths.database, 0);
    migrate(database, paths, migrations);
    leaveBehind(database);
  } catch (error) {
    throw asFileError(error);
  } finally {
    database?.close();
  }
}

function leaveBehind(database: Connection): void {
  const { orm } = makeHandle(database);
  const emptied = database.transaction(() => {
    database.pragma('defer_foreign_keys = ON');
    for (const table of Object.values(tables)) if (LEFT_BEHIND.test(getTableName(table))) orm.delete(table).run();
    database.exec(FORGET_GROUP);
  });
  emptied.immediate();
}
