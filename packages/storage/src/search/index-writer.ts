import { type Handle, Statements } from '../library/statements.js';

const MERGE = "INSERT INTO search_fts (search_fts, rank) VALUES ('merge', ?)";
const CHANGES = 'SELECT total_changes()';

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
    const before = this.#sql.count(CHANGES);
    this.#sql.run(MERGE, isFirst ? -pages : pages);
    // SQLite documents fewer than two changes as "there was nothing to do".
    return this.#sql.count(CHANGES) - before >= 2;
  }
}
