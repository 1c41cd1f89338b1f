/** Replacement of a range of a text. Offsets are UTF-16 code units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies replacements to a text, given in any order. Of overlapping ranges the first applies, since links may share
 * one definition.
 */
export function splice(body: string, edits: readonly Splice[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    pieces.push(body.slice(from, start), text);
    from = end;
  }
  return [...pieces, body.slice(from)].join('');
}
