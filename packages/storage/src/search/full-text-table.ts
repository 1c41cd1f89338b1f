import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Full-text index: the row of a note has its key. Texts can be searched but not read. */
export const searchFts = sqliteTable('search_fts', {
  rowid: integer('rowid').primaryKey(),
  title: text('title').notNull(),
  body: text('body').notNull(),
});
