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
  // No character has fewer bytes than UTF-16 units: what lies further is not in the piece.
  const clipped = clipBytes(text.slice(0, maxBytes + 1), maxBytes);
  if (clipped.length === text.length) return { text };
  const wholeLines = clipped.lastIndexOf(LF) + 1;
  if (wholeLines === 0)
    return { text: clipped, rest: { line: from.line, offset: from.offset + Buffer.byteLength(clipped) } };
  const kept = clipped.slice(0, wholeLines);
  return { text: kept, rest: { line: from.line + kept.split(LF).length - 1, offset: 0 } };
}

/** What an answer says of a piece. */
export function wireRest({ rest }: Piece): { truncated: boolean; next_line?: number; next_offset?: number } {
  if (rest === undefined) return { truncated: false };
  return { truncated: true, next_line: rest.line, ...(rest.offset > 0 && { next_offset: rest.offset }) };
}

/** A text as rows show it. */
export const short = (text: string) => clipBytes(text, 1_000);
