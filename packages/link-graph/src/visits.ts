import { MAX_NODE } from './types.js';

/**
 * The nodes a search has come to, in order, each with a number. Kept between searches, so that one search costs what it
 * visits and not what the graph holds: 8 bytes for each number up to the largest node met.
 */
export class Visits {
  /** Visited nodes, first come first; only the first `count` count. */
  order = new Int32Array(1024);
  count = 0;
  /** The number of a node plus one; 0 for a node not visited. */
  #values = new Int32Array(1024);

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#values[this.order[i]!] = 0;
    this.count = 0;
  }

  has(node: number): boolean {
    return node < this.#values.length && this.#values[node] !== 0;
  }

  /** The number of a visited node. */
  value(node: number): number {
    return this.#values[node]! - 1;
  }

  /** Adds a node not visited yet. */
  add(node: number, value: number): void {
    if (node >= this.#values.length) this.#grow(node);
    this.#values[node] = value + 1;
    this.order[this.count++] = node;
  }

  #grow(node: number): void {
    const length = roomFor(node);
    const [order, values] = [this.order, this.#values];
    this.order = new Int32Array(length);
    this.order.set(order);
    this.#values = new Int32Array(length);
    this.#values.set(values);
  }
}

/** A power of two above `node`, so that growing one by one copies little. */
function roomFor(node: number): number {
  checkNode(node);
  return 2 ** Math.ceil(Math.log2(node + 1));
}

/** Throws `RangeError` for what is no node. */
export function checkNode(node: number): void {
  if (!Number.isInteger(node) || node < 0 || node > MAX_NODE) throw new RangeError(`${node} is not a node`);
}
