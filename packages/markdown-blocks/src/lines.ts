import { LF } from './units.js';

/** Lines of a body as stored, from `start` to `end` (from 1, both included), and the number of all lines. */
export interface LineRange {
  /** First requested line, from 1. */
  start: number;
  /** Last line in `text`, from 1; `totalLines` when the requested range goes beyond it. */
  end: number;
  totalLines: number;
  /** Lines as stored, each with its own line ending. */
  text: string;
}

/** Counts line feeds in `text` between two UTF-16 offsets. */
export function countLineFeeds(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (text.charCodeAt(i) === LF) count++;
  return count;
}

/** Counts the lines of a body. A newline at the very end opens no further line, and the empty body has one line. */
export function lineCount(body: string): number {
  const feeds = countLineFeeds(body, 0, body.length);
  return feeds > 0 && body.charCodeAt(body.length - 1) === LF ? feeds : feeds + 1;
}

/**
 * Returns lines `start` to `end` of a body, 1-based and inclusive; `end` is clipped to the last line. A line includes
 * its LF (or CRLF), so the concatenated lines are the body. A newline at the very end closes the last line and opens no
 * other: `a
 * b
 * ` has two lines. The empty body has one, empty, line. A `start` beyond the last line gives an empty `text` with `end`
 * = `totalLines`.
 *
 * @throws RangeError unless both are integers with 1 <= start <= end
 */
export function lineRange(body: string, start: number, end: number): LineRange {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1 || end < start) {
    throw new RangeError(`Lines ${start} to ${end} are not a range of integers with 1 <= start <= end`);
  }
  const { length } = body;
  let line = 1;
  let from = start === 1 ? 0 : length;
  let to = length;
  for (let i = 0; i < length; i++) {
    if (body.charCodeAt(i) !== LF) continue;
    if (line === end) to = i + 1;
    line++;
    if (line === start) from = i + 1;
  }
  const totalLines = line > 1 && body.charCodeAt(length - 1) === LF ? line - 1 : line;
  return { start, end: Math.min(end, totalLines), totalLines, text: body.slice(from, to) };
}
