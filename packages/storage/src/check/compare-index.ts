import { getTableName } from 'drizzle-orm';
import { FullTextLoad } from '../bulk/full-text-load.js';
import { NO_DERIVED } from '../documents/derived.js';
import { type Connection, openUnnamed } from '../library/connection.js';
import { searchIndex } from '../search/search-tables.js';

/** Text of a note as the index should have it. */
export interface IndexedText {
  readonly pk: number;
  readonly title: string;
  readonly body: string;
}

/** Occurrence of a word, in the order of fts5vocab: by word, note and position. */
type Occurrence = readonly [word: string, pk: number, column: string, offset: number];

const WORDS = 'index_words';
const CREATE_WORDS = `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${WORDS}
  USING fts5vocab ('main', '${getTableName(searchIndex)}', 'instance')`;
const SELECT_WORDS = `SELECT term, doc, col, offset FROM temp.${WORDS}`;

/**
 * Compares the full-text index with texts: builds another index of them in a temporary file, and compares all
 * occurrences of words in both.
 *
 * @param raw connection to the library
 * @param definition SQL text that creates the full-text index
 * @param texts texts of all notes
 * @param limit number of notes after which the comparison ends
 * @returns keys of notes with words that one of the two lacks, at most `limit`
 */
export function findWronglyIndexed(
  raw: Connection,
  definition: string,
  texts: Iterable<IndexedText>,
  limit: number,
): number[] {
  const expected = openUnnamed();
  try {
    expected.exec(definition);
    expected.transaction(() => {
      const load = new FullTextLoad(expected);
      for (const { pk, title, body } of texts)
        load.add(pk, { title, body, sizeBytes: 0, excerpt: '', derived: NO_DERIVED });
      load.flush();
    })();
    const found = new Set<number>();
    for (const pk of listDifferences(listWords(raw), listWords(expected))) {
      found.add(pk);
      if (found.size >= limit) break;
    }
    return [...found].sort((a, b) => a - b);
  } finally {
    expected.close();
  }
}

/** Lists all occurrences of words in the index of a database. The temporary table changes nothing in its file. */
function listWords(database: Connection): IterableIterator<Occurrence> {
  const wasReadOnly = database.pragma('query_only', { simple: true });
  database.pragma('query_only = OFF');
  database.exec(CREATE_WORDS);
  database.pragma(`query_only = ${wasReadOnly}`);
  return database.prepare(SELECT_WORDS).raw().iterate() as IterableIterator<Occurrence>;
}

/** Yields the notes of occurrences that are in one of two ordered lists only. */
function* listDifferences(
  actual: IterableIterator<Occurrence>,
  expected: IterableIterator<Occurrence>,
): Generator<number> {
  try {
    let [left, right] = [actual.next(), expected.next()];
    while (!left.done || !right.done) {
      const order = left.done ? 1 : right.done ? -1 : compareOccurrences(left.value, right.value);
      if (order < 0) yield (left.value as Occurrence)[1];
      else if (order > 0) yield (right.value as Occurrence)[1];
      if (order <= 0) left = actual.next();
      if (order >= 0) right = expected.next();
    }
  } finally {
    // A connection stays busy until its lists end.
    actual.return?.();
    expected.return?.();
  }
}

function compareOccurrences(a: Occurrence, b: Occurrence): number {
  if (a[0] !== b[0]) return Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0]));
  if (a[1] !== b[1]) return a[1] - b[1];
  if (a[2] !== b[2]) return a[2] < b[2] ? -1 : 1;
  return a[3] - b[3];
}
