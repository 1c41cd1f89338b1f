import { MAX_NODE } from './types.js';

const FIRST_ROOM = 1024;

/**
 * The nodes a search has come to, in order, each with a number. Kept between searches, so that one search costs what it
 * visits and not what the graph holds: about 8 bytes for each number up to the largest node met. A bit says whether a
 * node was visited, because that is asked for every link, and the bits of 100,000 nodes fit a processor's first cache.
 */
export class Visits {
  /** Visited nodes, first come first; only the first `count` count. */
  order = new Int32Array(FIRST_ROOM);
  count = 0;
  #values = new Int32Array(FIRST_ROOM);
  #bits = new Int32Array(FIRST_ROOM / 32);

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#bits[this.order[i]! >>> 5] = 0;
    this.count = 0;
  }

  has(node: number): boolean {
    const word = node >>> 5;
    return word < this.#bits.length && ((this.#bits[word]! >>> (node & 31)) & 1) === 1;
  }

  /** The number of a visited node. */
  value(node: number): number {
    return this.#values[node]!;
  }

  /** Adds a node not visited yet. */
  add(node: number, value: number): void {
    if (node >= this.#values.length) this.#grow(node);
    this.#bits[node >>> 5]! |= 1 << (node & 31);
    this.#values[node] = value;
    this.order[this.count++] = node;
  }

  #grow(node: number): void {
    const room = roomFor(node);
    this.order = enlarged(this.order, room);
    this.#values = enlarged(this.#values, room);
    this.#bits = enlarged(this.#bits, room / 32);
  }
}

/** A power of two above `node`, so that growing one by one copies little. */
function roomFor(node: number): number {
  checkNode(node);
  return 2 ** Math.ceil(Math.log2(node + 1));
}

function enlarged(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}

/** Throws `RangeError` for what is no node. */
export function checkNode(node: number): void {
  if (!Number.isInteger(node) || node < 0 || node > MAX_NODE) throw new RangeError(`${node} is not a node`);
}
