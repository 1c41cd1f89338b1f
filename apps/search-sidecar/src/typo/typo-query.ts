import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, Operator } from '@lancedb/lancedb';
import { tokenize } from '@notes/query-language';
import { isUnspaced, MAX_TERM_LENGTH } from './index-terms.js';
import type { SimilarTerm, Vocabulary } from './vocabulary.js';

/** Maximum number of words of a query that are looked up; a note with words like these has the rest with certainty. */
const MAX_WORDS = 16;
/** Maximum number of terms of the index that one word may stand for, when no record has the word itself and otherwise. */
const MAX_SIMILAR_TO_UNKNOWN = 40;
const MAX_SIMILAR_TO_KNOWN = 10;
/** Maximum length of a run of characters without spaces in which one may be wrong. */
const MAX_RUN = 12;
const MIN_FORGIVING_RUN = 4;
/** Weight of the word itself, compared with terms that are like it. */
const EXACT_WEIGHT = 4;
const COLUMN = 'terms';

export interface TypoQueries {
  /** Finds the records that have all words; undefined when no record has one of them. */
  readonly exact: FullTextQuery | undefined;
  /** Finds the records that have a word like each of the words; undefined when one has no such words. */
  readonly similar: FullTextQuery | undefined;
}

/**
 * Builds the queries for records that have some words, or words like them.
 *
 * @param vocabulary words of the index
 * @returns undefined when there is no word to look for
 */
export function buildTypoQueries(words: readonly string[], vocabulary: Vocabulary): TypoQueries | undefined {
  const parts = [...new Set(words.flatMap(splitWord))].slice(0, MAX_WORDS);
  if (parts.length === 0) return undefined;
  const terms = parts.flatMap(listTerms);
  const queries = parts.map((part) => buildWordQuery(part, vocabulary));
  const [first] = queries;
  const found = queries.filter((query) => query !== undefined);
  const similar = queries.length === 1 ? first : new BooleanQuery(found.map((query) => [Occur.Must, query]));
  return {
    exact: terms.some((term) => vocabulary.lacks(term)) ? undefined : all(terms),
    similar: found.length < queries.length ? undefined : similar,
  };
}

/** Splits a word into terms; characters of scripts without spaces that follow each other stay together. */
function splitWord(word: string): string[] {
  const parts: string[] = [];
  let inRun = false;
  for (const { term } of tokenize(word)) {
    if (term.length > MAX_TERM_LENGTH) continue;
    const unspaced = isUnspaced(term);
    if (unspaced && inRun) parts[parts.length - 1] += term;
    else parts.push(term);
    inRun = unspaced;
  }
  return parts;
}

/** Builds the query for records with a word, or words like it; undefined when no record has one. */
function buildWordQuery(word: string, vocabulary: Vocabulary): FullTextQuery | undefined {
  if (isRun(word)) return buildRunQuery(Array.from(word));
  if (vocabulary.lacks(word)) return matchTerms(vocabulary.findLike(word, MAX_SIMILAR_TO_UNKNOWN));
  const exact = new MatchQuery(word, COLUMN, { boost: EXACT_WEIGHT });
  const similar = matchTerms(vocabulary.findLike(word, MAX_SIMILAR_TO_KNOWN).filter(({ edits }) => edits === 1));
  return similar === undefined ? exact : matchAny([exact, similar]);
}

/** Builds the query for records with one of some terms; each further query costs more than further terms. */
const matchTerms = (terms: readonly SimilarTerm[]): FullTextQuery | undefined =>
  terms.length === 0 ? undefined : new MatchQuery(terms.map(({ term }) => term).join(' '), COLUMN);

/** Builds the query for a run of characters without spaces: all its pairs, or all but those of one character. */
function buildRunQuery(characters: readonly string[]): FullTextQuery {
  const pairs = listPairs(characters);
  const exact = all(pairs, EXACT_WEIGHT);
  if (characters.length < MIN_FORGIVING_RUN || characters.length > MAX_RUN) return exact;
  const forgiving = characters.map((_, wrong) => all(pairs.filter((__, at) => at !== wrong && at !== wrong - 1)));
  return matchAny([exact, ...forgiving]);
}

/** Returns true for a part of several characters without spaces. */
const isRun = (part: string) => Array.from(part).length > 1 && Array.from(part).every(isUnspaced);

const listPairs = (characters: readonly string[]) =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

/** Returns the terms under which the index has a part. */
const listTerms = (part: string) => (isRun(part) ? listPairs(Array.from(part)) : [part]);

const all = (terms: readonly string[], boost = 1) =>
  new MatchQuery(terms.join(' '), COLUMN, { operator: Operator.And, boost });

const matchAny = (queries: readonly FullTextQuery[]) => new BooleanQuery(queries.map((query) => [Occur.Should, query]));
