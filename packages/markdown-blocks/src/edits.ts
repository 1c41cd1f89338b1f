import { LineBreakScanner } from './line-break-scanner.js';
import { countLineFeeds } from './lines.js';
import { LiteralScanner } from './literal-scanner.js';
import { nearLine } from './near-line.js';
import { withCrlf } from './newlines.js';
import { CR } from './units.js';
import { utf8Length } from './utf8.js';

/** Replacement of literal text; `search` must not be empty. */
export interface TextEdit {
  /** Literal text to find; `$` and the like have no meaning in it, nor in `replace`. */
  search: string;
  replace: string;
  /** False by default: exactly one match is required. */
  replaceAll?: boolean | undefined;
}

/** Result of one edit: its index in the list, the number of replacements, and the line of the first one, from 1. */
export interface EditOutcome {
  index: number;
  replacements: number;
  /** 1-based line of the first replacement, in the text as it was before this edit. */
  firstLine: number;
}

/** First edit that failed, by its index in the list, and the reason. No edit is applied then. */
export interface EditFailure {
  ok: false;
  /** Index of the edit that failed. */
  index: number;
  reason: 'empty_search' | 'not_found' | 'ambiguous' | 'too_large';
  /** Number of all matches, for `ambiguous`. */
  matches?: number;
  /** Lines that matches start on, for `ambiguous`: ascending, distinct, at most 20. */
  lines?: number[];
  /** First line that differs from the first non-blank line of `search` in white space only, for `not_found`. */
  nearLine?: number;
}

/** Result of {@link applyEdits}: the text after all edits, or the first failure. */
export type EditResult = { ok: true; text: string; outcomes: EditOutcome[] } | EditFailure;

const MAX_LISTED_LINES = 20;
/** Number of pieces joined at a time, so that a million replacements do not need an array of millions. */
const MAX_JOINED_PIECES = 8192;

/**
 * Applies edits in order, each to the result of the previous one, all or nothing. Matches do not overlap and are taken
 * left to right. In a text with CRLF, an LF without CR in `search` matches LF and CRLF alike, and such LFs in `replace`
 * become the first line break of the match. A `search` that also holds a CR is read with CRLF throughout, or else as
 * written. The size of every intermediate result is known before it is built: above `maxBytes` (UTF-8) the edit fails
 * with `too_large`. Time is linear in text + search + result, per edit.
 */
export function applyEdits(body: string, edits: readonly TextEdit[], options: { maxBytes: number }): EditResult {
  let text = body;
  let bytes = utf8Length(body);
  const outcomes: EditOutcome[] = [];
  for (const [index, edit] of edits.entries()) {
    if (edit.search === '') return { ok: false, index, reason: 'empty_search' };
    const reading = readEdit(text, edit);
    const { count, first, growth } = measureMatches(reading);
    if (count === 0) {
      const near = nearLine(text, edit.search);
      return { ok: false, index, reason: 'not_found', ...(near === undefined ? {} : { nearLine: near }) };
    }
    if (count > 1 && edit.replaceAll !== true) {
      return { ok: false, index, reason: 'ambiguous', matches: count, lines: matchLines(text, reading.scan()) };
    }
    bytes += growth;
    if (bytes > options.maxBytes) return { ok: false, index, reason: 'too_large' };
    outcomes.push({ index, replacements: count, firstLine: countLineFeeds(text, 0, first) + 1 });
    text = replaceMatches(text, reading);
  }
  return { ok: true, text, outcomes };
}

interface Scanner {
  /** Returns the UTF-16 offset of the next match, or -1 after the last. */
  next(): number;
  /** End of the last match. */
  readonly end: number;
}

interface Replacement {
  text: string;
  bytes: number;
}

/** Meaning of an edit in a text. */
interface EditReading {
  search: string;
  scan(): Scanner;
  /** Returns the text that replaces the match at an offset. */
  replacementAt(start: number): Replacement;
}

function readEdit(text: string, { search, replace }: TextEdit): EditReading {
  if (!BARE_LF.test(search) || !text.includes('\r\n')) return readLiteral(text, search, replace);
  if (!search.includes('\r')) return readAnyLineBreak(text, search, replace);
  // As written, a line feed at the start would match the second half of a CRLF and leave the first half behind.
  const reading = readLiteral(text, withCrlf(search), withCrlf(replace));
  return reading.scan().next() === -1 ? readLiteral(text, search, replace) : reading;
}

function readLiteral(text: string, search: string, replace: string): EditReading {
  const replacement = toReplacement(replace);
  return { search, scan: () => new LiteralScanner(text, search), replacementAt: () => replacement };
}

function readAnyLineBreak(text: string, search: string, replace: string): EditReading {
  const [withLfs, withCrlfs] = [toReplacement(replace), toReplacement(withCrlf(replace))];
  const firstBreak = search.indexOf('\n');
  const isCrlf = (start: number) => text.charCodeAt(start + firstBreak) === CR;
  return {
    search,
    scan: () => new LineBreakScanner(text, search),
    replacementAt: (start) => (isCrlf(start) ? withCrlfs : withLfs),
  };
}

const toReplacement = (text: string): Replacement => ({ text, bytes: utf8Length(text) });

/** LF without CR. */
const BARE_LF = /(?<!\r)\n/;

/** Number of matches, offset of the first one or -1, and bytes that their replacement adds. */
interface Matches {
  count: number;
  first: number;
  growth: number;
}

function measureMatches({ search, scan, replacementAt }: EditReading): Matches {
  const scanner = scan();
  const searchBytes = utf8Length(search);
  const first = scanner.next();
  let count = 0;
  let growth = 0;
  for (let at = first; at !== -1; at = scanner.next()) {
    const carriageReturns = scanner.end - at - search.length;
    growth += replacementAt(at).bytes - searchBytes - carriageReturns;
    count++;
  }
  return { count, first, growth };
}

function matchLines(text: string, scanner: Scanner): number[] {
  const lines: number[] = [];
  let line = 1;
  let from = 0;
  for (let at = scanner.next(); at !== -1 && lines.length < MAX_LISTED_LINES; at = scanner.next()) {
    line += countLineFeeds(text, from, at);
    from = at;
    if (lines.at(-1) !== line) lines.push(line);
  }
  return lines;
}

function replaceMatches(text: string, { scan, replacementAt }: EditReading): string {
  const scanner = scan();
  const joined: string[] = [];
  let pieces: string[] = [];
  let from = 0;
  for (let at = scanner.next(); at !== -1; at = scanner.next()) {
    pieces.push(text.slice(from, at), replacementAt(at).text);
    from = scanner.end;
    if (pieces.length >= MAX_JOINED_PIECES) {
      joined.push(pieces.join(''));
      pieces = [];
    }
  }
  pieces.push(text.slice(from));
  joined.push(pieces.join(''));
  return joined.join('');
}
