/** A row of node numbers: `cells[start]` to `cells[end - 1]`. */
export interface Span {
  /** Array that holds the row. Callers must not change it. */
  cells: ArrayLike<number>;
  start: number;
  end: number;
}

/**
 * Links between nodes. A node is an integer from 0 to `MAX_NODE`; memory grows with the largest, so numbers should be
 * nearly dense. Both methods point `span` at the neighbours of `node`, ascending and distinct; an unknown node has
 * none. The span is valid until the graph changes. The methods must not start another search.
 */
export interface Neighbours {
  /** Points `span` at the nodes that `node` links to. */
  outgoing(node: number, span: Span): void;
  /** Points `span` at the nodes that link to `node`. */
  incoming(node: number, span: Span): void;
}

/** Properties of nodes, read while a search reads links. */
export interface NodeRules {
  /** Returns false for an inactive node (in Trash), which is never a neighbour. */
  isActive(node: number): boolean;
  /** Returns true for a read-only node. Its links are followed only from a root or an end of a path. */
  isReadOnly(node: number): boolean;
}

/** A graph to search: its links, and the rules for its nodes. */
export interface LinkGraph {
  readonly links: Neighbours;
  readonly rules: NodeRules;
}

/** Direction in which links are followed: as they point, reversed, or both. */
export type Direction = 'both' | 'outgoing' | 'incoming';

/** Largest node number, 2^24 − 1. Arrays over all nodes then take 64 MiB each. */
export const MAX_NODE = 2 ** 24 - 1;
