const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** How many words there are in pieces of a text; one that goes on in the next piece counts twice. */
export function wordCount(pieces: Iterable<string>): number {
  let count = 0;
  for (const piece of pieces) count += piece.match(WORD)?.length ?? 0;
  return count;
}
