import type { Csr } from './csr.js';
import type { Span } from './types.js';

/** Overhead of a changed row in cells: its array and its entry in the map. */
const ROW_COST = 48;
/** Memory of a pending change in cells: its entry in the map of the row. */
const CHANGE_COST = 12;
/** Cells of changes that even a small graph may hold before they are folded in. */
const MIN_COMPACTION_CELLS = 4096;

const NO_CELLS = new Int32Array(0);

/** One direction of a graph: rows in two arrays, and the rows changed since. */
export class Rows {
  #base: Csr;
  #changed = new Map<number, Int32Array>();
  /**
   * Cells inserted into a row (true) or removed from it (false) since the row was last read. Without them, a row that
   * many nodes link to would be copied for each of them.
   */
  #pending = new Map<number, Map<number, boolean>>();
  /** Cost of changed rows and pending changes in cells, with their overhead. */
  #changedCost = 0;
  #cellCount: number;

  constructor(base: Csr) {
    this.#base = base;
    this.#cellCount = base.cells.length;
  }

  /** Number of links in all rows. */
  get cellCount(): number {
    return this.#cellCount;
  }

  get byteLength(): number {
    return this.#base.starts.byteLength + this.#base.cells.byteLength + this.#changedCost * 4;
  }

  /** True when the changes take more than a quarter of the memory of the rows. */
  get isOvergrown(): boolean {
    const { starts, cells } = this.#base;
    return this.#changedCost > Math.max(MIN_COMPACTION_CELLS, (starts.length + cells.length) / 4);
  }

  locate(node: number, span: Span): void {
    if (this.#pending.size > 0) this.#applyPending(node);
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
    if (this.#pending.size > 0) this.#applyPending(node);
    return this.#storedRow(node);
  }

  /** Returns a row without its pending changes. */
  #storedRow(node: number): Int32Array {
    const changed = this.#changed.get(node);
    if (changed !== undefined) return changed;
    const { starts, cells } = this.#base;
    return node + 1 < starts.length ? cells.subarray(starts[node], starts[node + 1]) : NO_CELLS;
  }

  replace(node: number, row: Int32Array): void {
    this.#cellCount += row.length - this.row(node).length;
    this.#store(node, row);
  }

  #store(node: number, row: Int32Array): void {
    const before = this.#changed.get(node);
    if (before !== undefined) this.#changedCost -= before.length + ROW_COST;
    this.#changed.set(node, row);
    this.#changedCost += row.length + ROW_COST;
  }

  /** Inserts a cell that the row does not hold. */
  insert(node: number, cell: number): void {
    this.#cellCount++;
    this.#addPending(node, cell, true);
  }

  /** Removes a cell that the row holds. */
  remove(node: number, cell: number): void {
    this.#cellCount--;
    this.#addPending(node, cell, false);
  }

  #addPending(node: number, cell: number, isInserted: boolean): void {
    let changes = this.#pending.get(node);
    if (changes === undefined) {
      changes = new Map();
      this.#pending.set(node, changes);
      this.#changedCost += ROW_COST;
    }
    // A cell that has a change already had the opposite one.
    if (changes.delete(cell)) this.#changedCost -= CHANGE_COST;
    else {
      changes.set(cell, isInserted);
      this.#changedCost += CHANGE_COST;
    }
  }

  #applyPending(node: number): void {
    const changes = this.#pending.get(node);
    if (changes === undefined) return;
    this.#pending.delete(node);
    this.#changedCost -= ROW_COST + changes.size * CHANGE_COST;
    this.#store(node, applyChanges(this.#storedRow(node), changes));
  }

  /** Folds the changes into the two arrays, which then hold a row for every node up to `maxNode`. */
  compact(maxNode: number): Csr {
    for (const node of [...this.#pending.keys()]) this.#applyPending(node);
    const { starts, cells } = this.#base;
    const getStart = (node: number) => starts[Math.min(node, starts.length - 1)]!;
    const folded = { starts: new Int32Array(maxNode + 2), cells: new Int32Array(this.#cellCount) };
    const changed = Int32Array.from(this.#changed.keys()).sort();
    let [node, filled] = [0, 0];
    for (const next of [...changed, maxNode + 1]) {
      // Rows between two changed rows are copied together.
      const moved = filled - getStart(node);
      folded.cells.set(cells.subarray(getStart(node), getStart(next)), filled);
      for (; node < next; node++) folded.starts[node] = getStart(node) + moved;
      const row = this.#changed.get(next) ?? NO_CELLS;
      filled = getStart(next) + moved;
      folded.starts[next] = filled;
      folded.cells.set(row, filled);
      filled += row.length;
      node = next + 1;
    }
    this.#base = folded;
    this.#changed.clear();
    this.#changedCost = 0;
    return folded;
  }
}

/** Returns a row with cells inserted that it does not hold (true), and cells removed that it holds (false). */
function applyChanges(row: Int32Array, changes: ReadonlyMap<number, boolean>): Int32Array {
  const cells = Int32Array.from(changes.keys()).sort();
  const inserted = cells.filter((cell) => changes.get(cell)).length;
  const changed = new Int32Array(row.length + 2 * inserted - cells.length);
  let [read, filled] = [0, 0];
  for (const cell of cells) {
    const at = findInsertionIndex(cell, row);
    changed.set(row.subarray(read, at), filled);
    filled += at - read;
    read = at;
    if (changes.get(cell)) changed[filled++] = cell;
    else read++;
  }
  changed.set(row.subarray(read), filled);
  return changed;
}

/** Returns the index of a cell in an ascending row, or of the first larger cell. */
function findInsertionIndex(cell: number, row: Int32Array): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (row[middle]! < cell) low = middle + 1;
    else high = middle;
  }
  return low;
}
