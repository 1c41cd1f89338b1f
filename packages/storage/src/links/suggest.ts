import { nameKey, tokenize } from '@notes/query-language';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { defineQuery, literal, type Parameters, rows } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { documents, titleWords } from '../schema.js';

/** Note with its title. */
export interface NamedNote {
  readonly pk: number;
  readonly id: string;
  readonly title: string;
}

/** Maximum number of notes with a common word that are examined, so that a suggestion is immediate. */
const MAX_EXAMINED_NOTES = 500;
/** Sorts after every character: ends a range of titles or words with a common prefix. */
const LAST_CHARACTER = '\u{10ffff}';

/** Range of titles or words: from the first one, up to and excluding the second. */
type Range = { readonly from: string; readonly until: string };

const d = alias(documents, 'd');
const w = alias(titleWords, 'w');
const note = { pk: d.pk, id: d.id, title: d.title };

const selectByTitle = defineQuery(
  ({ from, until, excludePk, limit }: Parameters<Range & { excludePk: number; limit: number }>) =>
    rows(
      note,
      (list) => sql`SELECT ${list} FROM ${documents} ${d}
        WHERE ${d.titleKey} >= ${from} AND ${d.titleKey} < ${until} AND ${d.deletedAt} IS NULL AND ${d.pk} <> ${excludePk}
        ORDER BY ${d.titleKey}, ${d.pk} LIMIT ${limit}`,
    ),
);
const countUpTo = defineQuery(({ from, until, bound }: Parameters<Range & { bound: number }>) =>
  rows(
    { n: sql<number>`count(*)` },
    (list) => sql`SELECT ${list} FROM (SELECT 1 FROM ${titleWords}
      WHERE ${titleWords.word} >= ${from} AND ${titleWords.word} < ${until} LIMIT ${bound})`,
  ),
);
const selectByWord = defineQuery(({ from, until, excludePk }: Parameters<Range & { excludePk: number }>) =>
  rows(
    note,
    (list) => sql`SELECT ${list} FROM (
        SELECT ${titleWords.documentPk} FROM ${titleWords}
        WHERE ${titleWords.word} >= ${from} AND ${titleWords.word} < ${until} LIMIT ${literal(MAX_EXAMINED_NOTES)}) ${w}
      CROSS JOIN ${documents} ${d} ON ${d.pk} = ${w.documentPk} WHERE ${d.deletedAt} IS NULL AND ${d.pk} <> ${excludePk}`,
  ),
);

const makePrefixRange = (text: string): Range => ({ from: text, until: text + LAST_CHARACTER });
/** Range of a single word. Words contain no NUL. */
const makeWordRange = (word: string): Range => ({ from: word, until: `${word}\0` });

/** Implements `LinkReader.suggest`. */
export function suggestTitles(statements: Statements, query: string, limit: number, excludePk = 0): NamedNote[] {
  const { from, until } = makePrefixRange(nameKey(query.trimStart()));
  const found: NamedNote[] = statements.all(selectByTitle, { from, until, excludePk, limit });
  const terms = tokenize(query).map(({ term }) => term);
  if (found.length >= limit || terms.length === 0) return found;
  const known = new Set(found.map(({ pk }) => pk));
  const words = findRarest(statements, terms);
  for (const note of statements.iterate(selectByWord, { from: words.from, until: words.until, excludePk })) {
    if (known.has(note.pk) || !containsTerms(note.title, terms)) continue;
    known.add(note.pk);
    if (found.push(note) >= limit) break;
  }
  return found;
}

/** Returns the range of the required word that the fewest titles have. */
function findRarest(statements: Statements, terms: readonly string[]): Range {
  let words = makePrefixRange(terms.at(-1) as string);
  if (terms.length === 1) return words;
  let bound = statements.count(countUpTo, { from: words.from, until: words.until, bound: MAX_EXAMINED_NOTES });
  for (const term of terms.slice(0, -1)) {
    const range = makeWordRange(term);
    const size = statements.count(countUpTo, { from: range.from, until: range.until, bound });
    if (size < bound) [words, bound] = [range, size];
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
