import { MAX_NODE } from './types.js';

const INITIAL_CAPACITY = 1024;

/**
 * Nodes visited by a search in order, each with a value. The object is reused between searches, so that the cost of a
 * search depends on the nodes it visits, not on the size of the graph. It takes about 8 bytes for each number up to the
 * largest node visited. A bit marks each visited node, because it is read for every link, and the bits of 100,000 nodes
 * fit into an L1 cache.
 */
export class Visits {
  /** Visited nodes in order; only the first `count` entries are valid. */
  order = new Int32Array(INITIAL_CAPACITY);
  count = 0;
  #values = new Int32Array(INITIAL_CAPACITY);
  #bits = new Int32Array(INITIAL_CAPACITY / 32);

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#bits[this.order[i]! >>> 5] = 0;
    this.count = 0;
  }

  has(node: number): boolean {
    const word = node >>> 5;
    return word < this.#bits.length && ((this.#bits[word]! >>> (node & 31)) & 1) === 1;
  }

  /** Returns the value of a visited node. */
  value(node: number): number {
    return this.#values[node]!;
  }

  /**
   * Adds a node that was not visited yet.
   *
   * @throws `RangeError` for a number that is no node
   */
  add(node: number, value: number): void {
    // The conversion changes every number that is no node number, and `#grow` throws for it.
    if (node >>> 0 !== node || node >= this.#values.length) this.#grow(node);
    this.#bits[node >>> 5]! |= 1 << (node & 31);
    this.#values[node] = value;
    this.order[this.count++] = node;
  }

  #grow(node: number): void {
    const room = capacityFor(node);
    this.order = enlarge(this.order, room);
    this.#values = enlarge(this.#values, room);
    this.#bits = enlarge(this.#bits, room / 32);
  }
}

/** Returns a power of two above `node`, so that repeated growth copies little. */
function capacityFor(node: number): number {
  checkNode(node);
  return 2 ** Math.ceil(Math.log2(node + 1));
}

function enlarge(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}

/**
 * Checks a node number.
 *
 * @throws `RangeError` for a number that is no node
 */
export function checkNode(node: number): void {
  if (!Number.isInteger(node) || node < 0 || node > MAX_NODE)
    throw new RangeError(`Node ${node} is not an integer from 0 to ${MAX_NODE}`);
}
