import type { OpenFile } from '../item.js';

/** Range of bytes in a file, from `start` up to but excluding `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const lengthOf = ({ start, end }: Span): number => end - start;

/** Reads the bytes of a range. */
export async function* readSpan(open: OpenFile, span: Span): AsyncGenerator<Buffer> {
  if (lengthOf(span) > 0) yield* open.pieces(lengthOf(span) - 1, span.start);
}
