import { LF } from './units.js';

export interface LineRange {
  /** First line asked for, 1-based. */
  start: number;
  /** Last line in `text`, 1-based; `totalLines` when the range asked for goes beyond it. */
  end: number;
  totalLines: number;
  /** The lines as stored, each with its own line ending. */
  text: string;
}

/** Line feeds in `text` between two UTF-16 offsets. */
export function countLineFeeds(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (text.charCodeAt(i) === LF) count++;
  return count;
}

/** The lines of a body; a newline at the very end opens no further one, and the empty body has one. */
export function lineCount(body: string): number {
  const feeds = countLineFeeds(body, 0, body.length);
  return feeds > 0 && body.charCodeAt(body.length - 1) === LF ? feeds : feeds + 1;
}

/**
 * Lines `start` to `end` of a body, 1-based and inclusive; `end` is clipped to the last line.
 *
 * A line ends with its LF (or CRLF) and owns it, so the lines put one after another are the body. A newline at the very
 * end closes the last line and opens no other: `a\nb\n` has two lines. The empty body has one, empty, line.
 * A `start` beyond the last line gives an empty `text` with `end` = `totalLines`.
 *
 * @throws RangeError unless both are integers with 1 <= start <= end
 */
export function lineRange(body: string, start: number, end: number): LineRange {
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1 || end < start) {
    throw new RangeError(`not a line range: ${start} to ${end}`);
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
