import { type Handle, Statements } from '../statements.js';

const MERGE = "INSERT INTO search_fts (search_fts, rank) VALUES ('merge', ?)";
const CHANGES = 'SELECT total_changes()';

/** Tends the full-text index. */
export class IndexWriter {
  readonly #sql: Statements;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
  }

  /**
   * Merges about so many pages of the index, in which the words of deleted texts stay until they are merged away. Answers
   * whether there is more to merge. The first of a number of calls marks what is there to be merged.
   */
  merge(pages: number, isFirst: boolean): boolean {
    const before = this.#sql.count(CHANGES);
    this.#sql.run(MERGE, isFirst ? -pages : pages);
    // Fewer than two changes: "there was nothing to do", as SQLite's documentation of the command has it.
    return this.#sql.count(CHANGES) - before >= 2;
  }
}
