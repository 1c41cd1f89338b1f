const MIN_LENGTH_FOR_ONE = 4;
const MIN_LENGTH_FOR_TWO = 8;

/** Returns the number of edits that a word may have: 1 from 4 characters on, 2 from 8 on. */
export function maxEdits(word: string): number {
  const { length } = Array.from(word);
  if (length < MIN_LENGTH_FOR_ONE) return 0;
  return length < MIN_LENGTH_FOR_TWO ? 1 : 2;
}

/** Rows of the table of edits, used again by each count. */
let rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as [Uint8Array, Uint8Array, Uint8Array];

/**
 * Counts the edits between two texts: characters inserted, removed, replaced, or exchanged with the next one. Characters
 * are UTF-16 units.
 *
 * @param limit greatest number of interest, below 128
 * @returns the number; `limit + 1` when there are more
 */
export function countEdits(a: string, b: string, limit: number): number {
  const tooMany = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return tooMany;
  const width = b.length + 1;
  if (rows[0].length < width) rows = [new Uint8Array(width * 2), new Uint8Array(width * 2), new Uint8Array(width * 2)];
  let [row, last, beforeLast] = rows;
  for (let j = 0; j < width; j += 1) last[j] = Math.min(j, tooMany);
  for (let i = 1; i <= a.length; i += 1) {
    // Cells further from the diagonal than the limit have more edits.
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    row[from - 1] = from === 1 ? Math.min(i, tooMany) : tooMany;
    let least = tooMany;
    for (let j = from; j <= to; j += 1) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      const above = j === i + limit ? tooMany : (last[j] as number);
      let edits = Math.min((last[j - 1] as number) + (isSame ? 0 : 1), above + 1, (row[j - 1] as number) + 1);
      const isExchange =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1) &&
        !isSame;
      if (isExchange) edits = Math.min(edits, (beforeLast[j - 2] as number) + 1);
      row[j] = Math.min(edits, tooMany);
      if (edits < least) least = edits;
    }
    if (least > limit) return tooMany;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length] as number;
}

/** Returns the texts that result when two neighbouring characters of a word are exchanged. */
export function listSwaps(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(1).map((next, index) => {
    const swapped = [...characters];
    swapped[index + 1] = characters[index] as string;
    swapped[index] = next;
    return swapped.join('');
  });
}
