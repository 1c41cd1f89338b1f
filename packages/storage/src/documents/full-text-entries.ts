import { eq, sql } from 'drizzle-orm';
import { build, defineQuery, names, type Parameters } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { toIndexableText } from '../search/indexable.js';
import { searchIndex } from '../search/search-tables.js';
import type { Content } from './content.js';

type Entry = Parameters<{ pk: number; title: string; body: string }>;

const insertIndexEntry = defineQuery(({ pk, title, body }: Entry) =>
  build.insert(searchIndex).values({ rowid: pk, title, body }),
);
/** Replaces an index entry. Slower than {@link insertIndexEntry}, which skips the search for an entry of a new note. */
const replaceIndexEntry = defineQuery(
  ({ pk, title, body }: Entry) =>
    sql`INSERT OR REPLACE INTO ${searchIndex} (${names(searchIndex.rowid, searchIndex.title, searchIndex.body)})
      VALUES (${pk}, ${title}, ${body})`,
);
const deleteIndexEntry = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.delete(searchIndex).where(eq(searchIndex.rowid, pk)),
);

/** Entries of notes in the full-text index. */
export class FullTextEntries {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  insert(pk: number, content: Content): void {
    this.#sql.run(insertIndexEntry, { pk, ...toEntry(content) });
  }

  replace(pk: number, content: Content): void {
    this.#sql.run(replaceIndexEntry, { pk, ...toEntry(content) });
  }

  remove(pk: number): void {
    this.#sql.run(deleteIndexEntry, { pk });
  }
}

const toEntry = ({ title, body, derived }: Content) => ({
  title: toIndexableText(title),
  body: derived.indexed ?? toIndexableText(body),
});
