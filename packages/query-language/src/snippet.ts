import { isAsciiWord } from './characters.js';
import { highlightRanges } from './highlight.js';
import { findHits, type Range } from './hits.js';
import { Scanner } from './scanner.js';
import type { Query } from './types.js';

/** UTF-16 units of a body searched for a match: 256 Ki. */
const MAX_SCANNED_UNITS = 262_144;
const DEFAULT_LENGTH = 200;
const MIN_LENGTH = 20;
/**
 * Runs of white space and control characters, without single spaces, which are the most frequent and stay as they are.
 */
const BLANK = /(?:[^\S ]|[\x00-\x1f\x7f-\x9f])[\s\x00-\x1f\x7f-\x9f]*| [\s\x00-\x1f\x7f-\x9f]+/g;

/** Piece of a body, and its matches. */
export interface Snippet {
  /** Text on one line, with `…` where the body continues. */
  snippet: string;
  /** Sorted and merged ranges in `snippet`, in UTF-16 offsets. */
  highlights: Range[];
}

/** Options of `snippet`. */
export interface SnippetOptions {
  /** Maximum length in UTF-16 units, `…` included: 200 by default, at least 20. */
  maxLength?: number | undefined;
  /**
   * Removes markup from a piece of the body, while its lines are not joined yet, and adds nothing. The second argument is
   * true when the piece begins with a line. The markup is kept when it contains the only matches of the piece.
   */
  removeMarkup?: ((piece: string, beginsLine: boolean) => string) | undefined;
}

/**
 * Cuts a piece of a body around the first match of a positive text, or its beginning when the first 256 Ki UTF-16 units
 * have no match. The piece begins and ends with whole tokens, unless a single token is too long. Each run of white
 * space and control characters becomes one space.
 *
 * @param body A body of any length
 * @param query A query from `parseQuery`
 * @param options Length of the piece, and a function that removes markup from it
 * @returns The piece and its matches. Never throws
 */
export function snippet(body: string, query: Query, { maxLength, removeMarkup }: SnippetOptions = {}): Snippet {
  const length = Math.max(maxLength ?? DEFAULT_LENGTH, MIN_LENGTH);
  const hit = firstHit(body, query);
  const from = windowStart(body, hit, length);
  const toSnippet = (remove: SnippetOptions['removeMarkup']): Snippet => {
    const text = cut(body, from, length, remove);
    return { snippet: text, highlights: highlightRanges(text, query, { scope: 'body' }) };
  };
  const found = toSnippet(removeMarkup);
  return removeMarkup === undefined || hit === null || found.highlights.length > 0 ? found : toSnippet(undefined);
}

function firstHit(body: string, query: Query): Range | null {
  for (const hit of findHits(query, 'body', body, 0, MAX_SCANNED_UNITS)) {
    // The limit may have cut the last token.
    if (hit[1] < MAX_SCANNED_UNITS || body.length <= MAX_SCANNED_UNITS) return hit;
  }
  return null;
}

/** Returns the start of a token about a third of the length before the match, or more when the body ends soon after. */
function windowStart(body: string, hit: Range | null, length: number): number {
  if (hit === null) return 0;
  const [start, end] = hit;
  const from = Math.min(start - Math.floor(length / 3), body.length - length);
  if (from <= 0) return 0;
  if (end - start > length / 2) return start;
  const scanner = new Scanner(body, from, start);
  while (scanner.next()) {
    // A token at the very beginning may be the rest of a longer token.
    if (scanner.start > from) return scanner.start;
  }
  return start;
}

function cut(body: string, from: number, length: number, removeMarkup: SnippetOptions['removeMarkup']): string {
  const mark = from > 0 ? '…' : '';
  const room = length - mark.length;
  // White space shrinks, so twice the length is read, and eight times if that is not enough. Longer runs of white space
  // count as further text.
  let to = Math.min(body.length, from + 2 * length);
  let text = collapseWhiteSpace(body, from, to, removeMarkup);
  if (text.length <= room) {
    to = Math.min(body.length, from + 8 * length);
    text = collapseWhiteSpace(body, from, to, removeMarkup);
  }
  if (to === body.length && text.length <= room) return mark + text;
  return `${mark}${text.slice(0, lastTokenEnd(text, room - 1, to < body.length))}…`;
}

function collapseWhiteSpace(body: string, from: number, to: number, removeMarkup: SnippetOptions['removeMarkup']) {
  const piece = body.slice(from, to);
  const text = removeMarkup?.(piece, from === 0 || /[\r\n]/.test(body.charAt(from - 1))) ?? piece;
  return text.replace(BLANK, ' ').trim();
}

/**
 * Returns the index of the last ASCII separator before `before` with an ASCII token directly before it, which ends there;
 * 0 without one. No token spans an ASCII separator.
 */
function findSeparator(text: string, before: number): number {
  let at = Math.min(before, text.length) - 1;
  while (at > 0 && !(isAsciiSeparator(text, at) && isAsciiWord(text.charCodeAt(at - 1)))) at -= 1;
  return Math.max(0, at);
}

function isAsciiSeparator(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && !isAsciiWord(unit);
}

/** Returns the end of the last token that ends within `room`; without one, `room` itself, moved between characters. */
function lastTokenEnd(text: string, room: number, unfinished: boolean): number {
  let end = findSeparator(text, room);
  const scanner = new Scanner(text, end, text.length);
  while (scanner.next()) {
    if (scanner.end > room || (unfinished && scanner.end === text.length)) break;
    end = scanner.end;
  }
  if (end > 0) return end;
  end = Math.min(room, text.length);
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
