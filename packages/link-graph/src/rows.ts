import { addUp, type Csr } from './csr.js';
import type { Span } from './types.js';

/** What a changed row takes beside its cells, in cells: an array of its own and its place in the map. */
const ROW_COST = 48;
/** Changes a small graph may hold before they are worth folding in. */
const LEAST_BOUND = 4096;

const NO_CELLS = new Int32Array(0);

/** One direction of a graph: rows in two arrays, and above them the rows that changed since. */
export class Rows {
  #base: Csr;
  #changed = new Map<number, Int32Array>();
  /** Cells the changed rows take, with what is around them. */
  #changedCost = 0;
  #cellCount: number;

  constructor(base: Csr) {
    this.#base = base;
    this.#cellCount = base.cells.length;
  }

  /** Links in all rows. */
  get cellCount(): number {
    return this.#cellCount;
  }

  get byteLength(): number {
    return this.#base.starts.byteLength + this.#base.cells.byteLength + this.#changedCost * 4;
  }

  /** Whether the changes take more than a quarter of what the rows do. */
  get overgrown(): boolean {
    const { starts, cells } = this.#base;
    return this.#changedCost > Math.max(LEAST_BOUND, (starts.length + cells.length) / 4);
  }

  locate(node: number, span: Span): void {
    const changed = this.#changed.size === 0 ? undefined : this.#changed.get(node);
    if (changed === undefined) this.#locateInBase(node, span);
    else {
      span.cells = changed;
      span.start = 0;
      span.end = changed.length;
    }
  }

  #locateInBase(node: number, span: Span): void {
    const { starts, cells } = this.#base;
    const known = node >= 0 && node + 1 < starts.length;
    span.cells = cells;
    span.start = known ? starts[node]! : 0;
    span.end = known ? starts[node + 1]! : 0;
  }

  row(node: number): Int32Array {
    const changed = this.#changed.get(node);
    if (changed !== undefined) return changed;
    const { starts, cells } = this.#base;
    return node + 1 < starts.length ? cells.subarray(starts[node], starts[node + 1]) : NO_CELLS;
  }

  replace(node: number, row: Int32Array): void {
    const before = this.#changed.get(node);
    if (before !== undefined) this.#changedCost -= before.length + ROW_COST;
    this.#cellCount += row.length - this.row(node).length;
    this.#changed.set(node, row);
    this.#changedCost += row.length + ROW_COST;
  }

  insert(node: number, cell: number): void {
    const row = this.row(node);
    const at = placeOf(cell, row);
    const longer = new Int32Array(row.length + 1);
    longer.set(row.subarray(0, at));
    longer[at] = cell;
    longer.set(row.subarray(at), at + 1);
    this.replace(node, longer);
  }

  /** Removes a cell that the row holds. */
  remove(node: number, cell: number): void {
    const row = this.row(node);
    const at = placeOf(cell, row);
    const shorter = new Int32Array(row.length - 1);
    shorter.set(row.subarray(0, at));
    shorter.set(row.subarray(at + 1), at);
    this.replace(node, shorter);
  }

  /** Folds the changes into the two arrays, which then hold a row for every node up to `maxNode`. */
  compact(maxNode: number): Csr {
    const span: Span = { cells: NO_CELLS, start: 0, end: 0 };
    const starts = new Int32Array(maxNode + 2);
    for (let node = 0; node <= maxNode; node++) {
      this.locate(node, span);
      starts[node + 1] = span.end - span.start;
    }
    addUp(starts);
    const cells = new Int32Array(this.#cellCount);
    for (let node = 0; node <= maxNode; node++) {
      this.locate(node, span);
      for (let i = span.start, to = starts[node]!; i < span.end; i++) cells[to++] = span.cells[i]!;
    }
    this.#base = { starts, cells };
    this.#changed.clear();
    this.#changedCost = 0;
    return this.#base;
  }
}

/** Where a cell is in an ascending row, or belongs. */
function placeOf(cell: number, row: Int32Array): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (row[middle]! < cell) low = middle + 1;
    else high = middle;
  }
  return low;
}
