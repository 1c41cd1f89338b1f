import { MERGE_LIMITS } from './limits.js';

/**
 * Finds, for each line of `base`, its line of `side` in a longest common subsequence, or −1. The common prefix is
 * matched first, then the common suffix. Between them, when several subsequences are equally long, the algorithm
 * prefers to advance in `base`. Lines are numbers, equal for equal lines.
 *
 * @returns null when more than `MERGE_LIMITS.cells` cells would have to be compared
 */
export function matchLines(base: Uint32Array, side: Uint32Array): Int32Array | null {
  const matches = new Int32Array(base.length).fill(-1);
  const shorter = Math.min(base.length, side.length);
  let start = 0;
  while (start < shorter && base[start] === side[start]) {
    matches[start] = start;
    start += 1;
  }
  let [baseEnd, sideEnd] = [base.length, side.length];
  while (baseEnd > start && sideEnd > start && base[baseEnd - 1] === side[sideEnd - 1]) {
    baseEnd -= 1;
    sideEnd -= 1;
    matches[baseEnd] = sideEnd;
  }
  const [height, width] = [baseEnd - start, sideEnd - start];
  if (height * width > MERGE_LIMITS.cells) return null;
  const prefersBase = computeChoices(base.subarray(start, baseEnd), side.subarray(start, sideEnd));
  for (let i = 0, j = 0; i < height && j < width; ) {
    if (base[start + i] === side[start + j]) {
      matches[start + i] = start + j;
      i += 1;
      j += 1;
    } else if (prefersBase(i, j)) i += 1;
    else j += 1;
  }
  return matches;
}

/**
 * Computes the lengths of the common subsequences of the remaining lines, row by row from the end. It keeps one bit a
 * cell: 1 when advancing in `base` leaves a subsequence at least as long as advancing in `side`.
 */
function computeChoices(base: Uint32Array, side: Uint32Array): (i: number, j: number) => boolean {
  const width = side.length;
  const bits = new Uint8Array(Math.ceil((base.length * width) / 8));
  let below = new Uint32Array(width + 1);
  let row = new Uint32Array(width + 1);
  for (let i = base.length - 1; i >= 0; i -= 1) {
    const line = base[i];
    for (let j = width - 1; j >= 0; j -= 1) {
      const [inBase, inSide] = [below[j] as number, row[j + 1] as number];
      if (inBase >= inSide) {
        const cell = i * width + j;
        bits[cell >> 3] = (bits[cell >> 3] as number) | (1 << (cell & 7));
      }
      if (line === side[j]) row[j] = (below[j + 1] as number) + 1;
      else row[j] = Math.max(inBase, inSide);
    }
    [below, row] = [row, below];
  }
  return (i, j) => {
    const cell = i * width + j;
    return ((bits[cell >> 3] as number) & (1 << (cell & 7))) !== 0;
  };
}
