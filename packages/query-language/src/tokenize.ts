import { foldText } from './fold.js';
import { Scanner } from './scanner.js';

/** A folded term and where it stands: UTF-16 offsets in the source, `end` exclusive. */
export interface Token {
  term: string;
  start: number;
  end: number;
}

/**
 * V8 copies substrings of up to 12 characters and lets longer ones keep their whole text alive,
 * so only short ones are remembered.
 */
const MEMO_LENGTH = 12;
const MEMO_SIZE = 20_000;
const memo = new Map<string, readonly string[]>();

/** The terms of one raw token: none when it folds to nothing, several when its characters stand for several tokens (㍿, ½). */
function computeTerms(raw: string): readonly string[] {
  const folded = foldText(raw);
  const scanner = new Scanner(folded, 0, folded.length);
  const terms: string[] = [];
  while (scanner.next()) terms.push(folded.slice(scanner.start, scanner.end));
  return terms;
}

/** As `computeTerms`, remembered: words repeat. */
export function termsOf(raw: string): readonly string[] {
  if (raw.length > MEMO_LENGTH) return computeTerms(raw);
  let terms = memo.get(raw);
  if (terms === undefined) {
    terms = computeTerms(raw);
    if (memo.size >= MEMO_SIZE) memo.clear();
    memo.set(raw, terms);
  }
  return terms;
}

/** The terms of the token a scanner of `text` stands at. */
export function termsAt(text: string, scanner: Scanner): readonly string[] {
  const raw = text.slice(scanner.start, scanner.end);
  if (scanner.ascii) return [raw.toLowerCase()];
  return scanner.stable ? [raw] : termsOf(raw);
}

/**
 * The tokens of `text` from offset `from` to offset `to`, as if the text were cut there; offsets count in the whole text.
 * Several tokens may share one range: a character such as `㍿` gives the terms of what it stands for.
 */
export function* tokenIterator(text: string, from = 0, to = text.length): Generator<Token, void, undefined> {
  const scanner = new Scanner(text, Math.max(0, from), Math.min(to, text.length));
  while (scanner.next()) {
    const { start, end } = scanner;
    const raw = text.slice(start, end);
    if (scanner.ascii) yield { term: raw.toLowerCase(), start, end };
    else if (scanner.stable) yield { term: raw, start, end };
    else for (const term of termsOf(raw)) yield { term, start, end };
  }
}

/** All tokens of `text`. The index, the matcher and the highlighter all use these and no others. */
export function tokenize(text: string): Token[] {
  return [...tokenIterator(text)];
}

/**
 * Folds one token: compatibility forms, case and diacritics go; ASCII other than letters and digits is dropped.
 * Idempotent. A token that stands for several terms gives them joined (`㍿` is `株式会社`); `tokenize` gives them apart.
 */
export function foldTerm(token: string): string {
  return computeTerms(token).join('');
}
