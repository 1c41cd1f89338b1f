import { LiteralScanner } from './literal-scanner.js';
import { createLocator, type LineIndex } from './locator.js';
import { CR, LF, splitsPair } from './units.js';

/**
 * Match of a search: line and column from 1 (columns in code points), UTF-8 bytes from 0 (end exclusive), and the line
 * that it begins in.
 */
export interface TextMatch {
  /** Line that the match starts on, from 1. */
  line: number;
  /** Column of its start, from 1, in Unicode code points. */
  column: number;
  /** UTF-8 offsets into the body; `endByte` is exclusive. */
  startByte: number;
  endByte: number;
  /** Line that the match starts on, without its line ending; at most 1,000 UTF-16 units around the match. */
  lineText: string;
}

/** Matches of a search: the described ones, and the number of all. */
export interface TextMatches {
  /** First `limit` matches. */
  matches: TextMatch[];
  /** Number of all matches, listed or not. */
  total: number;
  truncated: boolean;
}

/** Options of {@link findLiteral}: case sensitivity, and the number of matches to describe. */
export interface FindOptions {
  /** False by default: letters are compared by simple case folding, one code point to one code point. */
  caseSensitive?: boolean | undefined;
  /** Largest number of matches to list; all are counted. */
  limit: number;
}

const LINE_TEXT_UNITS = 240;

/**
 * Finds the non-overlapping matches of a literal, left to right. Time is linear in body + pattern for any input.
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
 * Describes matches that another engine found, as UTF-16 offsets `[start, end)`; ascending ones are fastest. `ranges`
 * is read to its end, since every match counts towards `total`.
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

/**
 * Returns the line of a match. Reads at most a window's length in either direction, so a body of one line costs no
 * more.
 */
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
