import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Full-text index: the row of a note has its key. Texts can be searched but not read. */
export const searchIndex = sqliteTable('search_fts', {
  rowid: integer('rowid').primaryKey(),
  title: text('title').notNull(),
  body: text('body').notNull(),
});

/** Table in which FTS5 stores one row for each entry of the index. */
export const searchIndexSizes = sqliteTable('search_fts_docsize', {
  id: integer('id').primaryKey(),
  sz: blob('sz'),
  origin: integer('origin'),
});
