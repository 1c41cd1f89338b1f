/**
 * Returns the number of edits between two texts: characters inserted, removed, replaced, or exchanged with the next one.
 * Characters are code points.
 *
 * @returns the distance, or `limit + 1` when it is larger than `limit`
 */
export function countEdits(first: string, second: string, limit: number): number {
  const [a, b] = [Array.from(first), Array.from(second)];
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, at(beforeLast, j - 2) + 1);
      row.push(edits);
    }
    [beforeLast, last] = [last, row];
  }
  return Math.min(at(last, b.length), limit + 1);
}

const at = (row: readonly number[], index: number) => row[index] as number;

/** Returns the number of edits that a word may have in the channel `typo`: 1 from 4 characters on, 2 from 8 on. */
export function maxEdits(word: string): number {
  const { length } = Array.from(word);
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
