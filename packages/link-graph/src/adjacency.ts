import { type Csr, fromPairs, turned } from './csr.js';
import { Rows } from './rows.js';
import type { Neighbours, Span } from './types.js';
import { checkNode } from './visits.js';

/** The arrays of an adjacency: node n links to `outgoing.cells[starts[n]]` … `[starts[n + 1] - 1]`, ascending. */
export interface AdjacencyParts {
  readonly outgoing: Csr;
  readonly incoming: Csr;
}

/** For `port.postMessage(parts, transfer)`. */
export interface AdjacencyTransfer {
  readonly parts: AdjacencyParts;
  readonly transfer: ArrayBuffer[];
}

/**
 * A graph in memory: 8 bytes a link and 8 a node up to the largest, and at most about a quarter more for changes, which
 * are folded in when they reach that. A node that goes is set to link to nothing, and is inactive by the rules.
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
   * Of pairs: source, target, source, target … in any order. Repeats and links of a node to itself are left out.
   * Throws `RangeError` for a number that is no node or is larger than `maxNode`.
   */
  static from(pairs: ArrayLike<number>, maxNode: number): Adjacency {
    const outgoing = fromPairs(pairs, maxNode);
    return new Adjacency({ outgoing, incoming: turned(outgoing) });
  }

  /** Of what `toTransfer` gave, in this thread or another. */
  static fromTransfer(parts: AdjacencyParts): Adjacency {
    return new Adjacency(parts);
  }

  /** The largest node that was ever set or linked to. */
  get maxNode(): number {
    return this.#maxNode;
  }

  get linkCount(): number {
    return this.#outgoing.cellCount;
  }

  /** Bytes of memory, about. */
  get byteLength(): number {
    return this.#outgoing.byteLength + this.#incoming.byteLength;
  }

  outgoing(node: number, span: Span): void {
    this.#outgoing.locate(node, span);
  }

  incoming(node: number, span: Span): void {
    this.#incoming.locate(node, span);
  }

  /**
   * Replaces the links that originate in `node`, which may be new; other nodes' incoming links follow. Targets in any
   * order; repeats and the node itself are left out. Throws `RangeError`, with nothing changed, for what is no node.
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
    if (this.#outgoing.overgrown || this.#incoming.overgrown) this.#compact();
  }

  /** Hands the arrays over, without copying when they are transferred. This adjacency is empty afterwards. */
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
