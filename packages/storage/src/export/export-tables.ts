import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Temporary tables of an export, on one connection. */
export const CREATE_EXPORT_TABLES = `
  CREATE TEMP TABLE export_names (key TEXT PRIMARY KEY, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE export_places (placed TEXT NOT NULL, pk INTEGER NOT NULL, path TEXT NOT NULL,
    PRIMARY KEY (placed, pk)) STRICT, WITHOUT ROWID`;

export const exportNames = sqliteTable('export_names', {
  key: text('key').primaryKey(),
  uses: integer('uses').notNull(),
});

export const exportPlaces = sqliteTable(
  'export_places',
  { placed: text('placed').notNull(), pk: integer('pk').notNull(), path: text('path').notNull() },
  (table) => [primaryKey({ columns: [table.placed, table.pk] })],
);
