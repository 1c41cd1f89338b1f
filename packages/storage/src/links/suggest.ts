import { nameKey, tokenize } from '@notes/query-language';
import type { Statements } from '../library/statements.js';
import type { NamedNote } from './links.js';

/** Maximum number of notes with a common word that are examined, so that a suggestion is immediate. */
const MAX_EXAMINED_NOTES = 500;
/** Sorts after every character: ends a range of titles or words with a common prefix. */
const LAST_CHARACTER = '\u{10ffff}';

const BY_TITLE = `SELECT pk, id, title FROM documents
  WHERE title_key >= ? AND title_key < ? AND deleted_at IS NULL AND pk <> ? ORDER BY title_key, pk LIMIT ?`;
const SIZE = 'SELECT count(*) FROM (SELECT 1 FROM title_words WHERE word >= ? AND word < ? LIMIT ?)';
const BY_WORD = `SELECT d.pk, d.id, d.title FROM
    (SELECT document_pk FROM title_words WHERE word >= ? AND word < ? LIMIT ${MAX_EXAMINED_NOTES}) w
  CROSS JOIN documents d ON d.pk = w.document_pk WHERE d.deleted_at IS NULL AND d.pk <> ?`;

/** Range of words: from the first one, up to and excluding the second. */
type Words = readonly [from: string, until: string];

const prefixRange = (text: string): Words => [text, text + LAST_CHARACTER];
/** Range of a single word. Words contain no NUL. */
const exactRange = (word: string): Words => [word, `${word}\0`];

/** Implements `LinkReader.suggest`. */
export function suggestTitles(sql: Statements, query: string, limit: number, excludePk = 0): NamedNote[] {
  const found = sql.all<NamedNote>(BY_TITLE, ...prefixRange(nameKey(query.trimStart())), excludePk, limit);
  const terms = tokenize(query).map(({ term }) => term);
  if (found.length >= limit || terms.length === 0) return found;
  const known = new Set(found.map(({ pk }) => pk));
  for (const note of sql.iterate<NamedNote>(BY_WORD, ...findRarest(sql, terms), excludePk)) {
    if (known.has(note.pk) || !containsTerms(note.title, terms)) continue;
    known.add(note.pk);
    if (found.push(note) >= limit) break;
  }
  return found;
}

/** Returns the range of the required word that the fewest titles have. */
function findRarest(sql: Statements, terms: readonly string[]): Words {
  const last = terms.at(-1) as string;
  let words = prefixRange(last);
  let bound = sql.count(SIZE, ...words, MAX_EXAMINED_NOTES);
  for (const term of terms.slice(0, -1)) {
    const size = sql.count(SIZE, ...exactRange(term), bound);
    if (size < bound) [words, bound] = [exactRange(term), size];
  }
  return words;
}

/** Returns true when a title contains the terms in succession; the last may be the start of a word. */
function containsTerms(title: string, terms: readonly string[]): boolean {
  const words = tokenize(title);
  const last = terms.length - 1;
  return words.some((_, at) =>
    terms.every((term, i) => {
      const word = words[at + i]?.term;
      return i === last ? word?.startsWith(term) : word === term;
    }),
  );
}
