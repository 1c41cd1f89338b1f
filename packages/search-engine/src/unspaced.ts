import { tokenize } from '@notes/query-language';

/** Maximum length of a character in UTF-16 units. */
const MAX_UNITS = 2;

/**
 * Returns true for a term of one character of a script that the query language reads without spaces: Chinese,
 * Japanese with its sign for long vowels, Korean, Thai, Lao, Khmer and Burmese.
 *
 * @param term a folded term
 */
export const isUnspaced = (term: string): boolean =>
  term.length <= MAX_UNITS &&
  /^(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u.test(
    term,
  );

/**
 * Joins terms that follow each other to words: a run of unspaced characters is one word, and any other term is one.
 *
 * @param terms folded terms without anything else between them
 */
export function joinUnspaced(terms: readonly string[]): string[] {
  const words: string[] = [];
  let isInRun = false;
  for (const term of terms) {
    const isCharacter = isUnspaced(term);
    if (isCharacter && isInRun) words[words.length - 1] += term;
    else words.push(term);
    isInRun = isCharacter;
  }
  return words;
}

/** Returns the words of a text as `CandidateQuery.words` has them. Spaces and signs end a run. */
export function splitIntoWords(text: string): string[] {
  const parts: string[][] = [];
  let end = -1;
  let start = -1;
  for (const token of tokenize(text)) {
    // The terms of an abbreviation such as ㌢ are those of one range.
    const isNext = token.start === end || token.start === start;
    if (isNext) parts.at(-1)?.push(token.term);
    else parts.push([token.term]);
    ({ start, end } = token);
  }
  return parts.flatMap(joinUnspaced);
}
