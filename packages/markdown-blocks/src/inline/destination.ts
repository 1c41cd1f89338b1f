import { CR, isBlank, LF } from '../units.js';

/*
 * Parts shared by inline links and link reference definitions (CommonMark 0.31.2, sections 4.7 and 6.3). Each scan
 * stops at the next mark of its own kind, so that failing scans do not read the same text repeatedly.
 */

const BACKSLASH = 0x5c;
const LEFT_PARENTHESIS = 0x28;
const RIGHT_PARENTHESIS = 0x29;
const DELETE = 0x7f;
/** Largest depth of nested parentheses in a destination. */
const MAX_NESTING = 32;
/** Largest length of a label, in units. */
export const MAX_LABEL_LENGTH = 999;

const TITLE_STOPS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': '()' };

/** UTF-16 offsets of a destination, without enclosing `<>`, and of the text after it. */
export interface Destination {
  start: number;
  end: number;
  next: number;
}

/** Parses the destination at `at`: `<…>` on one line, or without blanks and with balanced parentheses; may be empty. */
export function destinationAt(text: string, at: number): Destination | null {
  return text.startsWith('<', at) ? angleDestination(text, at) : bareDestination(text, at);
}

/** Parses the destination of `(destination "title")` at `at`, which ends at `next`. */
export function inlineDestinationAt(text: string, at: number): Destination | null {
  if (text[at] !== '(') return null;
  const written = destinationAt(text, skipSpace(text, at + 1));
  if (written === null) return null;
  let end = skipSpace(text, written.next);
  const title = end > written.next ? titleEnd(text, end) : -1;
  if (title !== -1) end = skipSpace(text, title);
  return text[end] === ')' ? { ...written, next: end + 1 } : null;
}

/** Returns the offset behind the title at `at`: `"…"`, `'…'` or `(…)`; -1 when there is none. */
export function titleEnd(text: string, at: number): number {
  const stops = TITLE_STOPS[text.charAt(at)];
  if (stops === undefined) return -1;
  const close = firstUnescaped(text, at + 1, stops);
  return close !== -1 && text[close] === stops.at(-1) ? close + 1 : -1;
}

/**
 * Returns the offset of the `]` that closes the label whose `[` is at `at`; -1 for an invalid label. The label may be
 * empty.
 */
export function labelClose(text: string, at: number): number {
  const close = firstUnescaped(text, at + 1, '[]');
  return close !== -1 && text[close] === ']' && close - at - 1 <= MAX_LABEL_LENGTH ? close : -1;
}

/** Returns the first offset from `at` with neither a blank nor a line ending. */
export function skipSpace(text: string, at: number): number {
  let i = at;
  while (isSpacing(text.charCodeAt(i))) i++;
  return i;
}

/** Returns true for the ASCII punctuation that a backslash escapes. */
export function isPunctuation(unit: number): boolean {
  return (
    (unit >= 0x21 && unit <= 0x2f) ||
    (unit >= 0x3a && unit <= 0x40) ||
    (unit >= 0x5b && unit <= 0x60) ||
    (unit >= 0x7b && unit <= 0x7e)
  );
}

function angleDestination(text: string, at: number): Destination | null {
  const end = firstUnescaped(text, at + 1, '<>\r\n');
  return end !== -1 && text[end] === '>' ? { start: at + 1, end, next: end + 1 } : null;
}

function bareDestination(text: string, at: number): Destination | null {
  let depth = 0;
  let end = at;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (unit <= 0x20 || unit === DELETE) break;
    if (unit === BACKSLASH && isPunctuation(text.charCodeAt(end + 1))) end++;
    else if (unit === LEFT_PARENTHESIS && ++depth > MAX_NESTING) return null;
    else if (unit === RIGHT_PARENTHESIS && --depth < 0) break;
  }
  return depth > 0 ? null : { start: at, end, next: end };
}

/** Returns the offset of the first unescaped character of `stops` from `at`, or -1. */
function firstUnescaped(text: string, at: number, stops: string): number {
  for (let i = at; i < text.length; i++) {
    if (text.charCodeAt(i) === BACKSLASH && isPunctuation(text.charCodeAt(i + 1))) i++;
    else if (stops.includes(text.charAt(i))) return i;
  }
  return -1;
}

function isSpacing(unit: number): boolean {
  return isBlank(unit) || unit === LF || unit === CR;
}
