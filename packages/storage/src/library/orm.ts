import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Connection } from './driver.js';

/** Drizzle query builder on one connection. */
export type Orm = BaseSQLiteDatabase<'sync', unknown>;

/**
 * Creates the Drizzle query builder for a connection. `drizzle()` does the same, but its module loads the package
 * better-sqlite3, and this project uses its own build in `@notes/native`.
 */
export function createOrm(connection: Connection): Orm {
  const dialect = new SQLiteSyncDialect();
  return new BaseSQLiteDatabase('sync', dialect, new BetterSQLiteSession(connection, dialect, undefined), undefined);
}
