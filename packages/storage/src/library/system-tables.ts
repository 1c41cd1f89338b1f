import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tables, indexes and triggers of a database, as SQLite lists them. */
export const sqliteSchema = sqliteTable('sqlite_schema', {
  type: text('type').notNull(),
  name: text('name').notNull(),
  table: text('tbl_name').notNull(),
  /** SQL text; null for objects that SQLite creates itself. */
  sql: text('sql'),
});

/** DDL of {@link schemaMigrations}. */
export const CREATE_SCHEMA_MIGRATIONS =
  'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT';

/** Applied steps of the schema. */
export const schemaMigrations = sqliteTable('schema_migrations', {
  version: integer('version').primaryKey(),
  sha256: text('sha256').notNull(),
  appliedAt: integer('applied_at').notNull(),
});

/** DDL of {@link holders}. */
export const CREATE_HOLDERS = 'CREATE TABLE IF NOT EXISTS holder (description TEXT NOT NULL)';

/** Name of the process that holds a lock, in one row of the lock file. */
export const holders = sqliteTable('holder', { description: text('description').notNull() });
