import type { Neighbours, Span } from './types.js';

/** The arrays of an adjacency: for node n, `cells[starts[n]]` to `cells[starts[n + 1] - 1]`, ascending. */
export interface AdjacencyParts {
  readonly outgoingStarts: Int32Array<ArrayBuffer>;
  readonly outgoingCells: Int32Array<ArrayBuffer>;
  readonly incomingStarts: Int32Array<ArrayBuffer>;
  readonly incomingCells: Int32Array<ArrayBuffer>;
}

/** For `port.postMessage(parts, transfer)`. */
export interface AdjacencyTransfer {
  readonly parts: AdjacencyParts;
  readonly transfer: ArrayBuffer[];
}

export class Adjacency implements Neighbours {
  /** `edges` are pairs: source, target, source, target … in any order; repeats and links of a node to itself are left out. */
  static from(_edges: ArrayLike<number>, _maxNode: number): Adjacency {
    throw new Error('not here yet');
  }

  static fromTransfer(_parts: AdjacencyParts): Adjacency {
    throw new Error('not here yet');
  }

  get maxNode(): number {
    throw new Error('not here yet');
  }

  get linkCount(): number {
    throw new Error('not here yet');
  }

  get byteLength(): number {
    throw new Error('not here yet');
  }

  outgoing(_node: number, _span: Span): void {
    throw new Error('not here yet');
  }

  incoming(_node: number, _span: Span): void {
    throw new Error('not here yet');
  }

  /** Replaces the links that originate in `node`; other nodes' incoming links follow. */
  setOutgoing(_node: number, _targets: readonly number[]): void {
    throw new Error('not here yet');
  }

  toTransfer(): AdjacencyTransfer {
    throw new Error('not here yet');
  }
}
