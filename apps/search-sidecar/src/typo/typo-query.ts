import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, Operator } from '@lancedb/lancedb';
import { tokenize } from '@notes/query-language';
import { isUnspaced, joinUnspaced } from '@notes/search-engine';
import { joinAcross, MAX_TERM_LENGTH } from './index-terms.js';
import type { SimilarTerm, Vocabulary } from './vocabulary.js';

/** Maximum number of words of a query for which similar ones are looked up. A note has the others as they are written. */
const MAX_SIMILAR_WORDS = 16;
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
  /** Finds the records that have a word like each of the words; undefined when one has no such words, or all only themselves. */
  readonly similar: FullTextQuery | undefined;
}

/**
 * Builds the queries for records that have some words, or words like them.
 *
 * @param vocabulary words of the index
 * @returns undefined when there is no word to look for
 */
export function buildTypoQueries(words: readonly string[], vocabulary: Vocabulary): TypoQueries | undefined {
  const parts = [...new Set(words.flatMap(splitWord))];
  if (parts.length === 0) return undefined;
  const terms = [...new Set(parts.flatMap(listTerms))];
  const queries = parts.slice(0, MAX_SIMILAR_WORDS).map((part) => buildWordQuery(part, vocabulary));
  const others = parts.slice(MAX_SIMILAR_WORDS).flatMap(listTerms);
  if (others.length > 0) queries.push(others.some((term) => vocabulary.lacks(term)) ? undefined : all(others));
  const [first] = queries;
  const found = queries.filter((query) => query !== undefined);
  const similar = queries.length === 1 ? first : new BooleanQuery(found.map((query) => [Occur.Must, query]));
  return {
    exact: terms.some((term) => vocabulary.lacks(term)) ? undefined : all(terms),
    similar: found.length < queries.length || parts.every(isExactRun) ? undefined : similar,
  };
}

/** Splits a word into terms; characters of scripts without spaces that follow each other stay together. */
const splitWord = (word: string): string[] =>
  joinUnspaced(tokenize(word).flatMap(({ term }) => (term.length > MAX_TERM_LENGTH ? [] : [term])));

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
  const exact = all(listRunTerms(characters), EXACT_WEIGHT);
  if (!isForgiving(characters)) return exact;
  const forgiving = characters.map((_, wrong) => all(listOtherTerms(characters, wrong)));
  return matchAny([exact, ...forgiving]);
}

const isForgiving = ({ length }: readonly string[]) => length >= MIN_FORGIVING_RUN && length <= MAX_RUN;

/** Returns true for a run that is only found as it stands. */
const isExactRun = (part: string) => isRun(part) && !isForgiving(Array.from(part));

/** Returns true for a part of several characters without spaces. */
const isRun = (part: string) => Array.from(part).length > 1 && Array.from(part).every(isUnspaced);

const listPairs = (characters: readonly string[]) =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

/** Returns the terms of a run: its pairs, and for three characters the first with the last. */
function listRunTerms(characters: readonly string[]): string[] {
  const [first = '', , third] = characters;
  const isOfThree = third !== undefined && characters.length === 3;
  return isOfThree ? [...listPairs(characters), joinAcross(first, third)] : listPairs(characters);
}

/** Returns the terms of a run without those of one character. */
function listOtherTerms(characters: readonly string[], wrong: number): string[] {
  const [before, after] = [characters.slice(0, wrong), characters.slice(wrong + 1)];
  const across = before.length > 0 && after.length > 0 ? [joinAcross(before.at(-1) ?? '', after[0] ?? '')] : [];
  return [...listPairs(before), ...across, ...listPairs(after)];
}

/** Returns the terms under which the index has a part. */
const listTerms = (part: string) => (isRun(part) ? listRunTerms(Array.from(part)) : [part]);

const all = (terms: readonly string[], boost = 1) =>
  new MatchQuery(terms.join(' '), COLUMN, { operator: Operator.And, boost });

const matchAny = (queries: readonly FullTextQuery[]) => new BooleanQuery(queries.map((query) => [Occur.Should, query]));
