import { type Token, tokenIterator } from '@notes/query-language';
import { isUnspaced } from '@notes/search-engine';

/** Maximum number of terms of one note; the rest of a longer note is not searched for typos. */
const MAX_TERMS = 200_000;
/** Number of times that the terms of the title count, compared with those of the body. */
const TITLE_WEIGHT = 3;
/** Maximum length of an indexed term in UTF-16 units; data in Base64 is no word. */
export const MAX_TERM_LENGTH = 64;

/**
 * Letter between two characters that have another one between them. No term has a digit beside such a character, and
 * words with digits are not taken for misspelt ones.
 */
const GAP = '0';

/** Returns the term for two characters of a run with any other between them. */
export const joinAcross = (first: string, last: string): string => `${first}${GAP}${last}`;

/**
 * Returns the terms of a note as the text index gets them, in one text with spaces between them. Neighbouring characters
 * of scripts without spaces are also indexed as pairs, so that their order counts, and with each character after the
 * next, so that the one between them may be wrong.
 */
export function indexTerms({ title, body }: { readonly title: string; readonly body: string }): string {
  const ofTitle = [...listTerms(title, MAX_TERMS)].join(' ');
  const ofBody = [...listTerms(body, MAX_TERMS)].join(' ');
  return [...Array.from({ length: TITLE_WEIGHT }, () => ofTitle), ofBody].join(' ');
}

function* listTerms(text: string, limit: number): Generator<string> {
  /** Last characters of the run at this place; empty without one. */
  let last = '';
  let beforeLast = '';
  let before: Token | undefined;
  let count = 0;
  for (const token of tokenIterator(text)) {
    if (count >= limit) return;
    const { term } = token;
    if (term.length > MAX_TERM_LENGTH) continue;
    yield term;
    const isCharacter = isUnspaced(term);
    if (!isCharacter || !isNext(before, token)) [beforeLast, last] = ['', ''];
    if (last !== '') yield `${last}${term}`;
    if (beforeLast !== '') yield joinAcross(beforeLast, term);
    if (isCharacter) [beforeLast, last] = [last, term];
    before = token;
    count += 1;
  }
}

/** Returns true for a token without anything before it; the terms of an abbreviation such as ㌢ have one range. */
const isNext = (before: Token | undefined, { start }: Token) => before?.end === start || before?.start === start;
