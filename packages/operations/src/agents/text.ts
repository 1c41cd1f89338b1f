import { ServiceError } from '@notes/contract';
import { clipBytes } from '../platform/clip-bytes.js';

/** Position at which reading continues: a line, from 1, and the bytes of the line already returned. */
interface ReadPosition {
  readonly line: number;
  readonly offset: number;
}

/** Start of a text, and the position of the cut: at the end of a line if one fits, otherwise within the line. */
export interface Piece {
  readonly text: string;
  readonly rest?: ReadPosition;
}

const LF = '\n';

/** Returns as much of a text as fits in `maxBytes` bytes. `from` is the position of its start. */
export function takePiece(text: string, maxBytes: number, from: ReadPosition): Piece {
  const clipped = clipBytes(text, maxBytes);
  if (clipped.length === text.length) return { text };
  const wholeLines = clipped.lastIndexOf(LF) + 1;
  if (wholeLines === 0)
    return { text: clipped, rest: { line: from.line, offset: from.offset + Buffer.byteLength(clipped) } };
  const kept = clipped.slice(0, wholeLines);
  return { text: kept, rest: { line: from.line + kept.split(LF).length - 1, offset: 0 } };
}

/**
 * Returns the rest of a text from a byte of its first line; an offset within a character moves to the next character.
 *
 * @throws ServiceError `validation_failed` when the line is shorter than the offset
 */
export function skipBytes(text: string, offset: number): { text: string; offset: number } {
  if (offset === 0) return { text, offset };
  const lineEnd = text.indexOf(LF);
  const line = lineEnd === -1 ? text : text.slice(0, lineEnd);
  const before = clipBytes(line, offset);
  const size = Buffer.byteLength(before);
  if (size === offset) return { text: text.slice(before.length), offset };
  const halved = line.codePointAt(before.length);
  if (halved === undefined)
    throw new ServiceError('validation_failed', 'offset: beyond the end of the line. Read the note again');
  const character = String.fromCodePoint(halved);
  return { text: text.slice(before.length + character.length), offset: size + Buffer.byteLength(character) };
}

/** Returns the response fields of a piece. */
export function wireRest({ rest }: Piece): { truncated: boolean; next_line?: number; next_offset?: number } {
  if (rest === undefined) return { truncated: false };
  return { truncated: true, next_line: rest.line, ...(rest.offset > 0 && { next_offset: rest.offset }) };
}

/** Shortens a text for a row. */
export const shorten = (text: string) => clipBytes(text, 1_000);
