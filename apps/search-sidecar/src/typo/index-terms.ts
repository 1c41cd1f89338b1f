import { type Token, tokenIterator } from '@notes/query-language';

/** Maximum number of terms of one note; the rest of a longer note is not searched for typos. */
const MAX_TERMS = 200_000;
/** Number of times that the terms of the title count, compared with those of the body. */
const TITLE_WEIGHT = 3;
/** Maximum length of an indexed term in UTF-16 units; data in Base64 is no word. */
export const MAX_TERM_LENGTH = 64;

/** Scripts without spaces between words, whose characters the query language takes for terms. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

export const isUnspaced = (term: string): boolean => UNSPACED.test(term);

/**
 * Returns the terms of a note as the text index gets them, in one text with spaces between them. Neighbouring characters
 * of scripts without spaces are also indexed as pairs, so that their order counts.
 */
export function indexTerms({ title, body }: { readonly title: string; readonly body: string }): string {
  const ofTitle = [...listTerms(title, MAX_TERMS)].join(' ');
  const ofBody = [...listTerms(body, MAX_TERMS)].join(' ');
  return [...Array.from({ length: TITLE_WEIGHT }, () => ofTitle), ofBody].join(' ');
}

function* listTerms(text: string, limit: number): Generator<string> {
  let before: Token | undefined;
  let count = 0;
  for (const token of tokenIterator(text)) {
    if (count >= limit) return;
    if (token.term.length > MAX_TERM_LENGTH) continue;
    yield token.term;
    const isPair = before !== undefined && before.end === token.start;
    if (isPair && isUnspaced(token.term) && isUnspaced(before?.term ?? '')) yield `${before?.term}${token.term}`;
    before = token;
    count += 1;
  }
}
