import { sql } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import { defineQuery, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';

/** Indexes that no query of a bulk load uses. Building each one in a single pass at the end is faster. */
const DEFERRED_INDEXES = [
  ...['active', 'trashed', 'notebook', 'title', 'tasks', 'templates', 'unparsed'].map((name) => `documents_${name}`),
  'links_key',
  'links_target',
  'provenance_source',
];
const DROP_INDEXES = DEFERRED_INDEXES.map((name) => `DROP INDEX ${name}`);
const selectIndexes = defineQuery(({ indexes }: Parameters<{ indexes: string }>) =>
  rows(
    { sql: sql<string>`sql` },
    (list) => sql`SELECT ${list} FROM sqlite_schema
      WHERE type = 'index' AND name IN (SELECT value FROM json_each(${indexes})) ORDER BY rowid`,
  ),
);

/** Drops the indexes that a bulk load does not need, and returns the statements that create them. */
export function dropDeferredIndexes(raw: Connection): string[] {
  const found = new Statements(raw).all(selectIndexes, { indexes: JSON.stringify(DEFERRED_INDEXES) });
  for (const statement of DROP_INDEXES) raw.exec(statement);
  return found.map((index) => index.sql);
}
