import { getTableName, sql } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { defineQuery, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { searchIndex } from './search-tables.js';

/** Runs the command `merge` of FTS5. */
const mergeSegments = defineQuery(
  ({ pages }: Parameters<{ pages: number }>) =>
    sql`INSERT INTO ${searchIndex} (${sql.identifier(getTableName(searchIndex))}, rank) VALUES ('merge', ${pages})`,
);
const countChanges = defineQuery(() => rows({ n: sql<number>`total_changes()` }, (list) => sql`SELECT ${list}`));

/** Maintains the full-text index. */
export class IndexWriter {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  /**
   * Merges about `pages` pages of the index. Words of deleted texts stay in the index until their pages are merged.
   *
   * @param isFirst true in the first call of a series, which marks the segments to merge
   * @returns true when more remains to be merged
   */
  merge(pages: number, isFirst: boolean): boolean {
    const before = this.#sql.count(countChanges);
    this.#sql.run(mergeSegments, { pages: isFirst ? -pages : pages });
    // SQLite documents fewer than two changes as "there was nothing to do".
    return this.#sql.count(countChanges) - before >= 2;
  }
}
