import { getTableName, sql } from 'drizzle-orm';
import type { Content } from '../documents/content.js';
import { NO_DERIVED } from '../documents/derived.js';
import { FullTextEntries } from '../documents/full-text-entries.js';
import type { Connection } from '../library/connection.js';
import { defineQuery, literal } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { searchIndex } from '../search/search-tables.js';

const MIB = 1024 * 1024;
/** UTF-16 code units of the bodies that are indexed at once. */
const BATCH_CHARACTERS = 8 * MIB;
/**
 * Bytes of words that FTS5 holds in memory before it writes them as a segment: during the load, enough for a batch, and
 * by default.
 */
const HELD_BYTES = { load: 2 * BATCH_CHARACTERS, default: MIB } as const;

/** FTS5 accepts this option as an integer alone, and the driver binds numbers as floating-point values. */
const setHeldBytes = (bytes: number) =>
  defineQuery(
    () => sql`INSERT INTO ${searchIndex} (${sql.identifier(getTableName(searchIndex))}, rank)
      VALUES ('hashsize', ${literal(bytes)})`,
  );
const holdBatch = setHeldBytes(HELD_BYTES.load);
const holdByDefault = setHeldBytes(HELD_BYTES.default);

/**
 * Adds the texts of many notes to the full-text index in large batches, each of which becomes a segment. With fewer
 * segments, fewer words are written again by merges. FTS5 ends a segment when a statement that may be undone, such as an
 * insert of several rows, comes in between.
 */
export class FullTextLoad {
  readonly #sql: Statements;
  readonly #entries: FullTextEntries;
  #waiting: { readonly pk: number; readonly content: Content }[] = [];
  #characters = 0;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#entries = new FullTextEntries(this.#sql);
  }

  /** Adds the text of a note. Its entry is written with a later one, or by {@link flush}. */
  add(pk: number, content: Content): void {
    const { indexed } = content.derived;
    // The rest of the content is stored already.
    const derived = indexed === undefined ? NO_DERIVED : { ...NO_DERIVED, indexed };
    this.#waiting.push({ pk, content: { ...content, derived } });
    this.#characters += content.body.length;
    if (this.#characters >= BATCH_CHARACTERS) this.flush();
  }

  /** Writes the entries of all texts that were added. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    this.#sql.run(holdBatch);
    for (const { pk, content } of this.#waiting) this.#entries.insert(pk, content);
    // Also ends the segment.
    this.#sql.run(holdByDefault);
    this.#waiting = [];
    this.#characters = 0;
  }
}
