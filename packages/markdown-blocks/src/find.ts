import { LiteralScanner } from './literal-scanner.js';
import { createLocator, type LineIndex } from './locator.js';
import { CR, LF, splitsPair } from './units.js';

export interface TextMatch {
  /** 1-based line the match starts on. */
  line: number;
  /** 1-based column of its start, in Unicode code points. */
  column: number;
  /** UTF-8 offsets into the body; `endByte` is exclusive. */
  startByte: number;
  endByte: number;
  /** The line the match starts on, without its line ending; at most 1,000 UTF-16 units of it, around the match. */
  lineText: string;
}

export interface TextMatches {
  /** The first `limit` matches. */
  matches: TextMatch[];
  /** All matches, listed or not. */
  total: number;
  truncated: boolean;
}

export interface FindOptions {
  /** Default false: letters are compared by simple case folding, one code point to one code point. */
  caseSensitive?: boolean | undefined;
  /** Matches listed at most; all are counted. */
  limit: number;
}

const LINE_TEXT_UNITS = 240;

/**
 * The non-overlapping matches of a literal, left to right. Time is linear in body + pattern for any input.
 * Nothing is normalised: a decomposed `é` matches the pattern `e`. An empty pattern has no matches.
 */
export function findLiteral(body: string, pattern: string, options: FindOptions): TextMatches {
  if (pattern === '') return { matches: [], total: 0, truncated: false };
  const scanner = new LiteralScanner(body, pattern, options.caseSensitive ?? false);
  const locator = createLocator(body);
  const matches: TextMatch[] = [];
  let total = 0;
  for (let at = scanner.next(); at !== -1; at = scanner.next()) {
    if (total++ < options.limit) matches.push(describe(body, locator, at, at + pattern.length));
  }
  return { matches, total, truncated: total > matches.length };
}

/**
 * The same answer for matches another engine found, as UTF-16 offsets `[start, end)`; ascending ones are quickest.
 * `ranges` is read to its end, since every match counts towards `total`.
 *
 * @throws RangeError for an offset outside the body
 */
export function describeMatches(
  body: string,
  ranges: Iterable<readonly [start: number, end: number]>,
  options: { limit: number },
): TextMatches {
  const locator = createLocator(body);
  const matches: TextMatch[] = [];
  let total = 0;
  for (const [start, end] of ranges) {
    if (total++ < options.limit) matches.push(describe(body, locator, start, end));
  }
  return { matches, total, truncated: total > matches.length };
}

function describe(body: string, locator: LineIndex, start: number, end: number): TextMatch {
  const { line, column, byte } = locator.locate(start);
  const endByte = locator.locate(end).byte;
  return { line, column, startByte: byte, endByte, lineText: lineAround(body, start, end) };
}

/** The match in its line; reads no further than a window's length either way, so a body of one line costs no more. */
function lineAround(body: string, start: number, end: number): string {
  const reach = Math.max(0, start - LINE_TEXT_UNITS);
  let left = start;
  while (left > reach && body.charCodeAt(left - 1) !== LF) left--;
  let right = start;
  while (right < body.length && right < start + LINE_TEXT_UNITS && body.charCodeAt(right) !== LF) right++;
  if (right > left && body.charCodeAt(right) === LF && body.charCodeAt(right - 1) === CR) right--;

  const hit = Math.max(0, Math.min(end, right) - start);
  const lead = Math.max(0, Math.floor((LINE_TEXT_UNITS - hit) / 2));
  let from = Math.max(left, start - lead);
  let to = Math.min(right, from + LINE_TEXT_UNITS);
  from = Math.max(left, to - LINE_TEXT_UNITS);
  if (splitsPair(body, from)) from++;
  if (splitsPair(body, to)) to--;
  return body.slice(from, to);
}
