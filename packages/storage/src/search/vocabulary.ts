import { getTableName, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { defineQuery, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { type PostingReader, usePostings } from './posting-reader.js';
import { searchIndex } from './search-tables.js';
import { countSlips, listNearWords } from './spelling.js';

/** Words of the full-text index, as FTS5 lists them. Words only of deleted texts remain until their pages are merged. */
const searchWords = sqliteTable('search_words', {
  term: text('term').notNull(),
  /** Number of notes with the word, including those in Trash. */
  doc: integer('doc').notNull(),
});
const CREATE_WORDS = `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${getTableName(searchWords)}
  USING fts5vocab ('main', '${getTableName(searchIndex)}', 'row')`;

/** Word of the library that is written almost like a searched one. */
export interface SimilarWord {
  readonly word: string;
  /** Number of letters left out, added, replaced or exchanged with their neighbour; 1 or 2. */
  readonly slips: number;
  /** Number of notes with the word, including those in Trash. */
  readonly notes: number;
}

/** Minimum length of a word for which two slips are considered. */
const MIN_LENGTH_FOR_TWO = 6;
/** First characters that a word two slips away shares. */
const SHARED_START = 3;
/** Maximum words compared for two slips. */
const MAX_COMPARED_WORDS = 10_000;
/** Sorts after every character: ends a range of words with a common start. */
const LAST_CHARACTER = '\u{10ffff}';

const hasWord = defineQuery(({ expression }: Parameters<{ expression: string }>) =>
  rows(
    { found: sql<number>`1` },
    (list) => sql`SELECT ${list} FROM ${searchIndex} WHERE ${searchIndex} MATCH ${expression} LIMIT 1`,
  ),
);
const word = { word: searchWords.term, notes: searchWords.doc };
const selectWords = defineQuery(({ words }: Parameters<{ words: string }>) =>
  rows(
    word,
    (list) => sql`SELECT ${list} FROM json_each(${words}) j CROSS JOIN ${searchWords} ON ${searchWords.term} = j.value`,
  ),
);
const selectRange = defineQuery(({ from, until, limit }: Parameters<{ from: string; until: string; limit: number }>) =>
  rows(
    word,
    (list) => sql`SELECT ${list} FROM ${searchWords}
      WHERE ${searchWords.term} >= ${from} AND ${searchWords.term} < ${until} LIMIT ${limit}`,
  ),
);

/** Finds similar words by the pages of the full-text index on which they are or would be. */
function findInPages(reader: PostingReader, term: string, near: readonly string[]): SimilarWord[] {
  const count = (words: readonly string[], toSlips: (word: string) => number): SimilarWord[] =>
    words
      .map((word) => ({ word, slips: toSlips(word), notes: reader.countNotes(word) }))
      .filter(({ notes }) => notes > 0);
  const found = count(reader.selectExisting(near), () => 1);
  if (found.length > 0 || term.length < MIN_LENGTH_FOR_TWO) return found;
  const compared = reader.listTerms(term.slice(0, SHARED_START)).slice(0, MAX_COMPARED_WORDS);
  const slips = new Map(compared.map((word) => [word, countSlips(term, word, 2)]));
  const isSimilar = (word: string) => (slips.get(word) as number) > 0 && (slips.get(word) as number) <= 2;
  return count(compared.filter(isSimilar), (word) => slips.get(word) as number);
}

/** Reads the words of the library. */
export class Vocabulary {
  readonly #handle: Handle;
  readonly #sql: Statements;
  #isCreated = false;

  constructor(handle: Handle) {
    this.#handle = handle;
    this.#sql = new Statements(handle.raw);
  }

  /** Returns true when a note, perhaps in Trash, contains a term, or terms with spaces between them as a phrase. */
  has(term: string): boolean {
    return this.#sql.value(hasWord, { expression: `"${term}"` }) !== undefined;
  }

  /** Returns true when a note, perhaps in Trash, contains a term with this beginning. */
  hasBeginning(beginning: string): boolean {
    return this.#sql.value(hasWord, { expression: `"${beginning}" *` }) !== undefined;
  }

  /**
   * Returns words written almost like a term: those one slip away, or when there are none, two, for longer words with
   * the same beginning.
   *
   * @param limit maximum number of words; those in most notes come first
   */
  findSimilar(term: string, limit: number): SimilarWord[] {
    const near = listNearWords(term);
    if (near.length === 0) return [];
    const similar =
      usePostings(this.#handle, this.#sql, (reader) => findInPages(reader, term, near)) ??
      this.#findInTable(term, near);
    return similar.sort((a, b) => b.notes - a.notes || (a.word < b.word ? -1 : 1)).slice(0, limit);
  }

  /** Finds similar words by FTS5's table of words, which is slow. */
  #findInTable(term: string, near: readonly string[]): SimilarWord[] {
    if (!this.#isCreated) this.#handle.raw.exec(CREATE_WORDS);
    this.#isCreated = true;
    const found = this.#sql.all(selectWords, { words: JSON.stringify(near) }).map((row) => ({ ...row, slips: 1 }));
    if (found.length > 0 || term.length < MIN_LENGTH_FOR_TWO) return found;
    const from = term.slice(0, SHARED_START);
    const range = { from, until: from + LAST_CHARACTER, limit: MAX_COMPARED_WORDS };
    return this.#sql
      .all(selectRange, range)
      .map((row) => ({ ...row, slips: countSlips(term, row.word, 2) }))
      .filter(({ slips }) => slips > 0 && slips <= 2);
  }
}
