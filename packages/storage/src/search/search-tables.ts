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

/** Table in which FTS5 stores the pages of the index and the records about it. */
export const searchIndexData = sqliteTable('search_fts_data', {
  id: integer('id').primaryKey(),
  block: blob('block', { mode: 'buffer' }).notNull(),
});

/** Table in which FTS5 stores the first term of each page. */
export const searchIndexPages = sqliteTable('search_fts_idx', {
  segid: integer('segid').notNull(),
  term: blob('term').notNull(),
  /** Number of the page times two; odd for a page whose doclist has an index. */
  pgno: integer('pgno').notNull(),
});
