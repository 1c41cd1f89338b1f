import { isHighSurrogate, isLowSurrogate, LF } from './units.js';

/** Position in a body: line and column from 1 (columns in code points), UTF-8 byte from 0. */
export interface Position {
  /** Line, from 1; a line ends with its LF. */
  line: number;
  /** Column, from 1, in Unicode code points. */
  column: number;
  /** Number of UTF-8 bytes before the position. */
  byte: number;
}

/** Converts UTF-16 offsets of one body into positions; made by {@link createLocator}. */
export interface LineIndex {
  /**
   * Returns the position of a UTF-16 offset (0 to the body's length). An offset inside a surrogate pair gives the
   * character's start.
   * @throws RangeError for an offset outside the body
   */
  locate(offset: number): Position;
}

interface Mark extends Position {
  offset: number;
}

/** Units between two remembered positions: the most that a random lookup reads, however long the lines are. */
const STRIDE = 128;

/**
 * Maps UTF-16 offsets of `body` to lines, columns and bytes. The body is read once, and only as far as the largest
 * offset requested. After that a random lookup reads at most 128 units, and ascending lookups continue from the last.
 */
export function createLocator(body: string): LineIndex {
  const marks: Mark[] = [{ offset: 0, line: 1, column: 1, byte: 0 }];
  let last = marks[0]!;

  function locate(offset: number): Position {
    if (!Number.isInteger(offset) || offset < 0 || offset > body.length) {
      throw new RangeError(`Offset ${offset} is outside the body, which has ${body.length} units`);
    }
    const slot = Math.floor(offset / STRIDE);
    // Text that is read for the first time is read once, whether it ends a stride or not.
    let from = marks[Math.min(slot, marks.length - 1)]!;
    if (last.offset > from.offset && last.offset <= offset) from = last;
    while (marks.length <= slot) {
      from = advance(body, from, marks.length * STRIDE);
      marks.push(from);
    }
    last = advance(body, from, offset);
    return { line: last.line, column: last.column, byte: last.byte };
  }

  return { locate };
}

function advance(body: string, from: Mark, to: number): Mark {
  let { offset, line, column, byte } = from;
  for (; offset < to; offset++) {
    const unit = body.charCodeAt(offset);
    // ASCII first: code that is not compiled yet takes longest to call functions.
    if (unit < 0x80) {
      byte++;
      if (unit === LF) {
        line++;
        column = 1;
      } else column++;
      continue;
    }
    // A pair counts at its second half, so that an offset between the halves is still the character's start.
    if (isHighSurrogate(unit) && isLowSurrogate(body.charCodeAt(offset + 1))) continue;
    column++;
    if (unit < 0x800) byte += 2;
    else byte += isLowSurrogate(unit) && isHighSurrogate(body.charCodeAt(offset - 1)) ? 4 : 3;
  }
  return { offset, line, column, byte };
}
