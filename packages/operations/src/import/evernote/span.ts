import type { OpenFile } from '../item.js';

/** Bytes of a file: the first, and the one behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const lengthOf = ({ start, end }: Span): number => end - start;

export async function* readSpan(open: OpenFile, span: Span): AsyncGenerator<Buffer> {
  if (lengthOf(span) > 0) yield* open.pieces(lengthOf(span) - 1, span.start);
}
