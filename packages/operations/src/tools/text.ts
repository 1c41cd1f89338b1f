import { ServiceError } from '@notes/contract';
import { clipBytes } from '../clip-bytes.js';

/** Where to go on reading: a line, from 1, and bytes of it that were given already. */
interface Place {
  readonly line: number;
  readonly offset: number;
}

/** The start of a text, and where it was cut: at the end of a line if one fits, else within the line. */
export interface Piece {
  readonly text: string;
  readonly rest?: Place;
}

const LF = '\n';

/** As much of a text as fits in so many bytes; `from` is where it begins. */
export function pieceOf(text: string, maxBytes: number, from: Place): Piece {
  const clipped = clipBytes(text, maxBytes);
  if (clipped.length === text.length) return { text };
  const wholeLines = clipped.lastIndexOf(LF) + 1;
  if (wholeLines === 0)
    return { text: clipped, rest: { line: from.line, offset: from.offset + Buffer.byteLength(clipped) } };
  const kept = clipped.slice(0, wholeLines);
  return { text: kept, rest: { line: from.line + kept.split(LF).length - 1, offset: 0 } };
}

/**
 * The rest of a text from a byte of its first line; from within a character, that after it.
 *
 * @throws ServiceError `validation_failed` when the line is not as long
 */
export function textFrom(text: string, offset: number): { text: string; offset: number } {
  if (offset === 0) return { text, offset };
  const lineEnd = text.indexOf(LF);
  const line = lineEnd === -1 ? text : text.slice(0, lineEnd);
  const before = clipBytes(line, offset);
  const size = Buffer.byteLength(before);
  if (size === offset) return { text: text.slice(before.length), offset };
  const halved = line.codePointAt(before.length);
  if (halved === undefined)
    throw new ServiceError('validation_failed', 'offset: the line is not as long; read the note again');
  const character = String.fromCodePoint(halved);
  return { text: text.slice(before.length + character.length), offset: size + Buffer.byteLength(character) };
}

/** What an answer says of a piece. */
export function wireRest({ rest }: Piece): { truncated: boolean; next_line?: number; next_offset?: number } {
  if (rest === undefined) return { truncated: false };
  return { truncated: true, next_line: rest.line, ...(rest.offset > 0 && { next_offset: rest.offset }) };
}

/** A text as rows show it. */
export const short = (text: string) => clipBytes(text, 1_000);
