import { type Csr, fromPairs, transpose } from './csr.js';
import { Rows } from './rows.js';
import type { Neighbours, Span } from './types.js';
import { checkNode } from './visits.js';

/** Arrays of an adjacency, with one row for every node from 0 to the largest. */
export interface AdjacencyParts {
  /** Row n holds the nodes that node n links to, ascending. */
  readonly outgoing: Csr;
  /** Row n holds the nodes that link to node n, ascending. */
  readonly incoming: Csr;
}

/** Arguments for `port.postMessage(parts, transfer)`. */
export interface AdjacencyTransfer {
  readonly parts: AdjacencyParts;
  /** Buffers of `parts`. */
  readonly transfer: ArrayBuffer[];
}

/**
 * Graph in memory. It takes 8 bytes a link, 8 bytes a node up to the largest, and at most about a quarter more for
 * changes. Changes beyond this are folded into the arrays. To remove a node, set its links to none and let the rules
 * call it inactive.
 */
export class Adjacency implements Neighbours {
  #outgoing: Rows;
  #incoming: Rows;
  #maxNode: number;

  private constructor({ outgoing, incoming }: AdjacencyParts) {
    this.#outgoing = new Rows(outgoing);
    this.#incoming = new Rows(incoming);
    this.#maxNode = outgoing.starts.length - 2;
  }

  /**
   * Builds a graph in two passes over its links.
   *
   * @param pairs Source, target, source, target … in any order. Repeats and links of a node to itself are left out
   * @param maxNode The largest node of the graph, 0 to `MAX_NODE`; decides the memory
   * @throws `RangeError` for an odd number of `pairs`, a number that is no node, or a node above `maxNode`
   */
  static from(pairs: ArrayLike<number>, maxNode: number): Adjacency {
    const outgoing = fromPairs(pairs, maxNode);
    return new Adjacency({ outgoing, incoming: transpose(outgoing) });
  }

  /**
   * Builds a graph from the `parts` of `toTransfer`, of this thread or another. The arrays are neither copied nor
   * checked.
   */
  static fromTransfer(parts: AdjacencyParts): Adjacency {
    return new Adjacency(parts);
  }

  /** Largest node that was ever set or linked to. */
  get maxNode(): number {
    return this.#maxNode;
  }

  /** Number of links of the graph; each pair of source and target counts once. */
  get linkCount(): number {
    return this.#outgoing.cellCount;
  }

  /** Approximate memory in bytes. */
  get byteLength(): number {
    return this.#outgoing.byteLength + this.#incoming.byteLength;
  }

  /** Points `span` at the nodes that `node` links to; an unknown node has none. Never throws. */
  outgoing(node: number, span: Span): void {
    this.#outgoing.locate(node, span);
  }

  /** Points `span` at the nodes that link to `node`; an unknown node has none. Never throws. */
  incoming(node: number, span: Span): void {
    this.#incoming.locate(node, span);
  }

  /**
   * Replaces the links that originate in a node, and updates the incoming links of their targets.
   *
   * @param node The node, which may be new; a node above `maxNode` enlarges the graph
   * @param targets Nodes in any order; repeats and `node` itself are left out
   * @throws `RangeError` for a number that is no node; nothing is changed then
   */
  setOutgoing(node: number, targets: readonly number[]): void {
    for (const each of [node, ...targets]) checkNode(each);
    const after = Int32Array.from(new Set(targets))
      .filter((target) => target !== node)
      .sort();
    const before = this.#outgoing.row(node);
    const [gone, added] = [without(before, after), without(after, before)];
    if (gone.length === 0 && added.length === 0) return;
    this.#outgoing.replace(node, after);
    for (const target of gone) this.#incoming.remove(target, node);
    for (const target of added) this.#incoming.insert(target, node);
    this.#maxNode = Math.max(this.#maxNode, node, after.at(-1) ?? 0);
    if (this.#outgoing.isOvergrown || this.#incoming.isOvergrown) this.#compact();
  }

  /**
   * Transfers the arrays, to hand them to another thread without a copy. This adjacency is empty afterwards.
   *
   * @returns The parts for `Adjacency.fromTransfer`, and their buffers
   */
  toTransfer(): AdjacencyTransfer {
    const parts = this.#compact();
    const empty = fromPairs([], 0);
    this.#outgoing = new Rows(empty);
    this.#incoming = new Rows(empty);
    this.#maxNode = 0;
    const arrays = [parts.outgoing, parts.incoming].flatMap(({ starts, cells }) => [starts, cells]);
    return { parts, transfer: arrays.map(({ buffer }) => buffer) };
  }

  #compact(): AdjacencyParts {
    return { outgoing: this.#outgoing.compact(this.#maxNode), incoming: this.#incoming.compact(this.#maxNode) };
  }
}

function without(row: Int32Array, other: Int32Array): Int32Array {
  const others = new Set(other);
  return row.filter((node) => !others.has(node));
}
