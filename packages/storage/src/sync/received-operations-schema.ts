import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Definition of the tables in a file of received operations. */
export const RECEIVED_OPERATIONS_DDL = `
  CREATE TABLE operations (
    place INTEGER PRIMARY KEY, replica TEXT NOT NULL, entity TEXT NOT NULL, operation TEXT NOT NULL, body TEXT
  ) STRICT;
  CREATE INDEX operations_entity ON operations (entity);
  CREATE TABLE texts (sha256 TEXT PRIMARY KEY, text BLOB NOT NULL) STRICT`;

export const operations = sqliteTable('operations', {
  place: integer('place').primaryKey(),
  replica: text('replica').notNull(),
  entity: text('entity').notNull(),
  /** JSON without the body. */
  operation: text('operation').notNull(),
  body: text('body'),
});

export const texts = sqliteTable('texts', {
  sha256: text('sha256').primaryKey(),
  text: blob('text', { mode: 'buffer' }).notNull(),
});
