import { checkNode } from './visits.js';

/** Rows of node numbers in two arrays: row n is `cells[starts[n]]` to `cells[starts[n + 1] - 1]`. */
export interface Csr {
  /** Start of each row, followed by the end of the last row. */
  readonly starts: Int32Array<ArrayBuffer>;
  /** Cells of all rows, one row after the other. */
  readonly cells: Int32Array<ArrayBuffer>;
}

/**
 * Builds rows of targets, ascending and distinct, from the pairs source, target, source, target … in any order.
 * Transposing the pairs twice sorts them.
 */
export function fromPairs(pairs: ArrayLike<number>, maxNode: number): Csr {
  checkPairs(pairs, maxNode);
  const starts = new Int32Array(maxNode + 2);
  for (let i = 1; i < pairs.length; i += 2) starts[pairs[i]! + 1]!++;
  accumulate(starts);
  const next = starts.slice();
  const cells = new Int32Array(pairs.length / 2);
  for (let i = 0; i < pairs.length; i += 2) cells[next[pairs[i + 1]!]!++] = pairs[i]!;
  return withoutRepeats(transpose({ starts, cells }));
}

function checkPairs(pairs: ArrayLike<number>, maxNode: number): void {
  checkNode(maxNode);
  if (pairs.length % 2 !== 0)
    throw new RangeError(`pairs has ${pairs.length} entries, an odd number: the last source has no target`);
  for (let i = 0; i < pairs.length; i++) {
    checkNode(pairs[i]!);
    if (pairs[i]! > maxNode) throw new RangeError(`Node ${pairs[i]} is larger than maxNode, ${maxNode}`);
  }
}

/** Transposes the links: row t holds, ascending, every s whose row holds t. */
export function transpose({ starts, cells }: Csr): Csr {
  const transposedStarts = new Int32Array(starts.length);
  for (let i = 0; i < cells.length; i++) transposedStarts[cells[i]! + 1]!++;
  accumulate(transposedStarts);
  const next = transposedStarts.slice();
  const transposedCells = new Int32Array(cells.length);
  for (let node = 0; node + 1 < starts.length; node++) {
    for (let i = starts[node]!; i < starts[node + 1]!; i++) transposedCells[next[cells[i]!]!++] = node;
  }
  return { starts: transposedStarts, cells: transposedCells };
}

/** Turns row lengths, each stored one index later, into starts. */
function accumulate(lengths: Int32Array): void {
  for (let i = 1; i < lengths.length; i++) lengths[i]! += lengths[i - 1]!;
}

/** Removes the repeats of ascending rows, and links of a node to itself. */
function withoutRepeats({ starts, cells }: Csr): Csr {
  let kept = 0;
  for (let node = 0, start = 0; node + 1 < starts.length; node++) {
    const end = starts[node + 1]!;
    for (let i = start, last = -1; i < end; i++) {
      const cell = cells[i]!;
      if (cell !== last && cell !== node) cells[kept++] = cell;
      last = cell;
    }
    start = end;
    starts[node + 1] = kept;
  }
  return { starts, cells: kept === cells.length ? cells : cells.slice(0, kept) };
}
