/** Returns the number of edits that a word may have: 1 from 4 characters on, 2 from 8 on. */
export function maxEdits(word: string): number {
  const { length } = Array.from(word);
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * Returns true for two texts that are at most `limit` edits apart: characters inserted, removed, replaced, or exchanged
 * with the next one. Characters are UTF-16 units.
 */
export function isWithinEdits(a: string, b: string, limit: number): boolean {
  if (Math.abs(a.length - b.length) > limit) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min(replaced, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (beforeLast[j - 2] as number) + 1);
      row.push(edits);
      if (edits < least) least = edits;
    }
    if (least > limit) return false;
    [beforeLast, last] = [last, row];
  }
  return (last[b.length] as number) <= limit;
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
