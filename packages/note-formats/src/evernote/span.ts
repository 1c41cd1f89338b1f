import type { OpenFile } from '../item.js';

/** Range of bytes in a file, from `start` up to but excluding `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const getSpanLength = ({ start, end }: Span): number => end - start;

/** Reads the bytes of a range. */
export async function* readSpan(open: OpenFile, span: Span): AsyncGenerator<Buffer> {
  if (getSpanLength(span) > 0) yield* open.pieces(getSpanLength(span) - 1, span.start);
}
