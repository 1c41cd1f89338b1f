/** Replacement of a range of a text. Offsets are UTF-16 code units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies replacements to a text, given in any order. Of overlapping ranges the first applies, since links may share
 * one definition. Insertions at one offset apply in the order in which they are given.
 *
 * @throws RangeError for a range that ends before it begins, or is not within the text
 */
export function splice(body: string, edits: readonly Splice[]): string {
  for (const edit of edits) checkRange(body, edit);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    pieces.push(body.slice(from, start), text);
    from = end;
  }
  return [...pieces, body.slice(from)].join('');
}

function checkRange(body: string, { start, end }: Splice): void {
  if (!(Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end && end <= body.length))
    throw new RangeError(`Range ${start} to ${end} is not within the text, which has ${body.length} units`);
}
