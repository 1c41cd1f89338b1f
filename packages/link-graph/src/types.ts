/** A row of node numbers: `cells[start]` to `cells[end - 1]`. */
export interface Span {
  cells: ArrayLike<number>;
  start: number;
  end: number;
}

/**
 * Who links to whom. A node is an integer from 0 to `MAX_NODE`, best nearly dense: memory goes with the largest one.
 * Both methods point `span` at the neighbours of `node`, ascending and each once; a node unknown to the graph has none.
 * The span holds until the graph changes. They must not start another search.
 */
export interface Neighbours {
  outgoing(node: number, span: Span): void;
  incoming(node: number, span: Span): void;
}

/** What a node is, beside its links. Asked once for every link that a search looks at. */
export interface NodeRules {
  /** An inactive node (in Trash) is never a neighbour. */
  isActive(node: number): boolean;
  /** Links that originate in a read-only node are followed only where that node was asked for by name: a root. */
  isReadOnly(node: number): boolean;
}

export interface LinkGraph {
  readonly links: Neighbours;
  readonly rules: NodeRules;
}

/** The way links are walked: as they point, against it, or either way. */
export type Direction = 'both' | 'outgoing' | 'incoming';

/** The largest number a node may have; arrays over the nodes then take 64 MiB each. */
export const MAX_NODE = 2 ** 24 - 1;
