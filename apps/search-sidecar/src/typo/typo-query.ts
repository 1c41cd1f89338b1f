import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, Operator } from '@lancedb/lancedb';
import { tokenize } from '@notes/query-language';
import { listSwaps, maxEdits } from './edits.js';
import type { FreshTerms } from './fresh-terms.js';
import { isUnspaced, MAX_TERM_LENGTH } from './index-terms.js';

/** Maximum number of words of a query that are looked up; a note with words like these has the rest with certainty. */
const MAX_WORDS = 16;
/** Maximum number of terms of the index that one word may stand for. */
const MAX_EXPANSIONS = 100;
/** Maximum number of terms without an index that one word may stand for. */
const MAX_FRESH = 100;
/** Maximum length of a run of characters without spaces in which one may be wrong. */
const MAX_RUN = 12;
const MIN_FORGIVING_RUN = 4;
/** Weight of the word itself, compared with terms that are like it. */
const EXACT_WEIGHT = 4;
const COLUMN = 'terms';

export interface TypoQueries {
  /** Finds the records that have all words. */
  readonly exact: FullTextQuery;
  /** Finds the records that have a word like each of the words. */
  readonly similar: FullTextQuery;
}

/**
 * Builds the queries for records that have some words, or words like them.
 *
 * @returns undefined when there is no word to look for
 */
export function buildTypoQueries(words: readonly string[], fresh: FreshTerms): TypoQueries | undefined {
  const parts = [...new Set(words.flatMap(splitWord))].slice(0, MAX_WORDS);
  const queries = parts.map((part) => buildWordQuery(part, fresh));
  const [first] = queries;
  if (first === undefined) return undefined;
  return {
    exact: all(parts.flatMap(listTerms)),
    similar: queries.length === 1 ? first : new BooleanQuery(queries.map((query) => [Occur.Must, query])),
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

function buildWordQuery(word: string, fresh: FreshTerms): FullTextQuery {
  if (isRun(word)) return buildRunQuery(Array.from(word));
  const edits = maxEdits(word);
  if (edits === 0) return match(word);
  // LanceDB counts an exchange of two characters as two edits.
  const alternatives = [
    ...(edits === 1 ? listSwaps(word) : []),
    ...fresh.findLike(word, edits).slice(0, MAX_FRESH),
  ].join(' ');
  return matchAny([
    new MatchQuery(word, COLUMN, { boost: EXACT_WEIGHT }),
    new MatchQuery(word, COLUMN, { fuzziness: edits, maxExpansions: MAX_EXPANSIONS }),
    ...(alternatives === '' ? [] : [match(alternatives)]),
  ]);
}

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

const match = (terms: string) => new MatchQuery(terms, COLUMN);

const all = (terms: readonly string[], boost = 1) =>
  new MatchQuery(terms.join(' '), COLUMN, { operator: Operator.And, boost });

const matchAny = (queries: readonly FullTextQuery[]) => new BooleanQuery(queries.map((query) => [Occur.Should, query]));
