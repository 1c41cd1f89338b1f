import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Full-text index of notes; a row has the key of its note. */
export const searchIndex = sqliteTable('search_fts', {
  rowid: integer('rowid').primaryKey(),
  title: text('title'),
  body: text('body'),
});

/** Table in which FTS5 stores one row for each entry of the index. */
export const searchIndexSizes = sqliteTable('search_fts_docsize', {
  id: integer('id').primaryKey(),
  sz: blob('sz'),
  origin: integer('origin'),
});
