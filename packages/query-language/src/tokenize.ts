import { foldText } from './fold.js';
import { Scanner } from './scanner.js';

/** Folded term and its range in the source. */
export interface Token {
  /** Folded text (SPEC.md, section 3.3). Tokenising it returns the same term. */
  term: string;
  /** UTF-16 offset of the first character. */
  start: number;
  /** UTF-16 offset after the last character. */
  end: number;
}

/**
 * Maximum length of a memoised token. V8 copies substrings of up to 12 characters; longer ones keep their whole text
 * alive.
 */
const MAX_MEMO_LENGTH = 12;
const MAX_MEMO_ENTRIES = 20_000;
const memo = new Map<string, readonly string[]>();

/** Computes the terms of one raw token: none when it folds to nothing, several for an abbreviation (㍿, ½). */
function computeTerms(raw: string): readonly string[] {
  const folded = foldText(raw);
  const scanner = new Scanner(folded, 0, folded.length);
  const terms: string[] = [];
  while (scanner.next()) terms.push(folded.slice(scanner.start, scanner.end));
  return terms;
}

/** Returns the terms of one raw token from a memo, because words repeat. */
export function getTerms(raw: string): readonly string[] {
  if (raw.length > MAX_MEMO_LENGTH) return computeTerms(raw);
  let terms = memo.get(raw);
  if (terms === undefined) {
    terms = computeTerms(raw);
    if (memo.size >= MAX_MEMO_ENTRIES) memo.clear();
    memo.set(raw, terms);
  }
  return terms;
}

/** Returns the terms of the current token of a scanner of `text`. */
export function getTermsAt(text: string, scanner: Scanner): readonly string[] {
  const raw = text.slice(scanner.start, scanner.end);
  if (scanner.ascii) return [raw.toLowerCase()];
  return scanner.stable ? [raw] : getTerms(raw);
}

/**
 * Iterates over the tokens of a part of a text, one at a time, as if the text ended there (SPEC.md, section 3). Several
 * tokens may share one range: `㍿` gives the four terms of the word it abbreviates.
 *
 * @param text Text of any length; work is linear in the part read
 * @param from UTF-16 offset of the part; values below 0 count as 0
 * @param to UTF-16 offset of its end; at most the length of the text
 * @returns Tokens with offsets in the whole text, in order. Never throws
 */
export function* tokenIterator(text: string, from = 0, to = text.length): Generator<Token, void, undefined> {
  const scanner = new Scanner(text, Math.max(0, from), Math.min(to, text.length));
  while (scanner.next()) {
    const { start, end } = scanner;
    for (const term of getTermsAt(text, scanner)) yield { term, start, end };
  }
}

/**
 * Returns all tokens of a text (SPEC.md, section 3). The index, the matcher and the highlighter use these tokens and no
 * others.
 *
 * @param text Text of any length; work and memory are linear
 * @returns Tokens in order. Never throws
 * @example tokenize('Été').map(({ term }) => term) // ['ete']
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const scanner = new Scanner(text, 0, text.length);
  while (scanner.next()) {
    const { start, end } = scanner;
    for (const term of getTermsAt(text, scanner)) tokens.push({ term, start, end });
  }
  return tokens;
}

/**
 * Folds one token: removes compatibility forms, case and diacritics, and ASCII other than letters and digits. Idempotent.
 *
 * @param token Text of one token
 * @returns Its term; several terms joined (`㍿` gives `株式会社`), which `tokenize` keeps apart. Never throws
 */
export function foldTerm(token: string): string {
  return computeTerms(token).join('');
}
