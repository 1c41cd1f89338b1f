import { countLineFeeds } from './lines.js';
import { LiteralScanner } from './literal-scanner.js';
import { nearLine } from './near-line.js';
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
 * left to right. Where `search` is absent, holds an LF without CR, and the text holds CRLF, such LFs in `search` and
 * `replace` are read as CRLF. Where `search` starts with an LF, this reading is tried first. The size of every
 * intermediate result is known before it is built: above `maxBytes` (UTF-8) the edit fails with `too_large`. Time is
 * linear in text + search + result, per edit.
 */
export function applyEdits(body: string, edits: readonly TextEdit[], options: { maxBytes: number }): EditResult {
  let text = body;
  let bytes = utf8Length(body);
  const outcomes: EditOutcome[] = [];
  for (const [index, edit] of edits.entries()) {
    if (edit.search === '') return { ok: false, index, reason: 'empty_search' };
    const { search, replace, matches } = resolveEdit(text, edit);
    if (matches.count === 0) {
      const near = nearLine(text, search);
      return { ok: false, index, reason: 'not_found', ...(near === undefined ? {} : { nearLine: near }) };
    }
    if (matches.count > 1 && edit.replaceAll !== true) {
      return { ok: false, index, reason: 'ambiguous', matches: matches.count, lines: matchLines(text, search) };
    }
    bytes += matches.count * (utf8Length(replace) - utf8Length(search));
    if (bytes > options.maxBytes) return { ok: false, index, reason: 'too_large' };
    outcomes.push({ index, replacements: matches.count, firstLine: countLineFeeds(text, 0, matches.first) + 1 });
    text = replaceMatches(text, search, replace);
  }
  return { ok: true, text, outcomes };
}

interface Matches {
  count: number;
  /** UTF-16 offset of the first match, -1 when there is none. */
  first: number;
}

interface EditReading {
  search: string;
  replace: string;
  matches: Matches;
}

/** Returns the edit as it applies to `text`: as written, or with the text's CRLF for its LF. */
function resolveEdit(text: string, edit: TextEdit): EditReading {
  const readAsWritten = () => toReading(text, edit.search, edit.replace);
  if (!edit.search.includes('\n') || !text.includes('\r\n')) return readAsWritten();
  const readWithCrlf = () => toReading(text, withCrlf(edit.search), withCrlf(edit.replace));
  // As written, a line feed at the start would match the second half of a CRLF and leave the first half behind.
  const [first, second] = edit.search.startsWith('\n') ? [readWithCrlf, readAsWritten] : [readAsWritten, readWithCrlf];
  const found = first();
  return found.matches.count > 0 ? found : second();
}

function toReading(text: string, search: string, replace: string): EditReading {
  return { search, replace, matches: countMatches(text, search) };
}

function withCrlf(text: string): string {
  return text.replace(/(?<!\r)\n/g, '\r\n');
}

function countMatches(text: string, search: string): Matches {
  const scanner = new LiteralScanner(text, search);
  const first = scanner.next();
  let count = 0;
  for (let at = first; at !== -1; at = scanner.next()) count++;
  return { count, first };
}

function matchLines(text: string, search: string): number[] {
  const scanner = new LiteralScanner(text, search);
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

function replaceMatches(text: string, search: string, replace: string): string {
  const scanner = new LiteralScanner(text, search);
  const joined: string[] = [];
  let between: string[] = [];
  let from = 0;
  for (let at = scanner.next(); at !== -1; at = scanner.next()) {
    between.push(text.slice(from, at));
    from = at + search.length;
    if (between.length === MAX_JOINED_PIECES) {
      joined.push(between.join(replace));
      between = [];
    }
  }
  between.push(text.slice(from));
  joined.push(between.join(replace));
  return joined.join(replace);
}
