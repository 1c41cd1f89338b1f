import { nameKey, tokenize } from '@notes/query-language';
import type { Statements } from '../statements.js';
import type { NamedNote } from './links.js';

/** Of the notes that share a word no more are looked at: a suggestion comes at once or not at all. */
const LOOKED_AT = 500;
/** After every character there is: where the titles and words that begin with something end. */
const LAST_CHARACTER = '\u{10ffff}';

const BY_TITLE = `SELECT pk, id, title FROM documents
  WHERE title_key >= ? AND title_key < ? AND deleted_at IS NULL AND pk <> ? ORDER BY title_key, pk LIMIT ?`;
const SIZE = 'SELECT count(*) FROM (SELECT 1 FROM title_words WHERE word >= ? AND word < ? LIMIT ?)';
const BY_WORD = `SELECT d.pk, d.id, d.title FROM
    (SELECT document_pk FROM title_words WHERE word >= ? AND word < ? LIMIT ${LOOKED_AT}) w
  CROSS JOIN documents d ON d.pk = w.document_pk WHERE d.deleted_at IS NULL AND d.pk <> ?`;

/** Words of titles, from one up to another. */
type Words = readonly [from: string, until: string];

const startingWith = (text: string): Words => [text, text + LAST_CHARACTER];
/** No word has a NUL. */
const exactly = (word: string): Words => [word, `${word}\0`];

/** See `LinkReader.suggest`. */
export function suggestTitles(sql: Statements, query: string, limit: number, excludePk = 0): NamedNote[] {
  const found = sql.all<NamedNote>(BY_TITLE, ...startingWith(nameKey(query.trimStart())), excludePk, limit);
  const terms = tokenize(query).map(({ term }) => term);
  if (found.length >= limit || terms.length === 0) return found;
  const known = new Set(found.map(({ pk }) => pk));
  for (const note of sql.iterate<NamedNote>(BY_WORD, ...rarest(sql, terms), excludePk)) {
    if (known.has(note.pk) || !holds(note.title, terms)) continue;
    known.add(note.pk);
    if (found.push(note) >= limit) break;
  }
  return found;
}

/** The words that the fewest titles have of those a title must have. */
function rarest(sql: Statements, terms: readonly string[]): Words {
  const last = terms.at(-1) as string;
  let words = startingWith(last);
  let bound = sql.count(SIZE, ...words, LOOKED_AT);
  for (const term of terms.slice(0, -1)) {
    const size = sql.count(SIZE, ...exactly(term), bound);
    if (size < bound) [words, bound] = [exactly(term), size];
  }
  return words;
}

/** Whether the terms stand in a title one after another, the last perhaps as the start of a word. */
function holds(title: string, terms: readonly string[]): boolean {
  const words = tokenize(title);
  const last = terms.length - 1;
  return words.some((_, at) =>
    terms.every((term, i) => {
      const word = words[at + i]?.term;
      return i === last ? word?.startsWith(term) : word === term;
    }),
  );
}
