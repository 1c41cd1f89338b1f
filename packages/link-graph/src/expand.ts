import type { Direction, LinkGraph } from './types.js';

export interface ExpansionRequest {
  /** Nodes to start from, at distance 0; repeats count once. */
  readonly roots: readonly number[];
  readonly direction: Direction;
  /** How many links away from the nearest root a node may be. */
  readonly depth: number;
  readonly maxNodes: number;
  readonly maxEdges: number;
}

export interface ReachedNode {
  readonly node: number;
  /** Links between it and the nearest root. */
  readonly distance: number;
}

export interface Edge {
  readonly source: number;
  readonly target: number;
}

export interface Expansion {
  /** In the order they were come to, so by distance. */
  readonly nodes: ReachedNode[];
  /** Every link between two of the nodes that the rules let follow. */
  readonly edges: Edge[];
  readonly truncated: boolean;
  readonly truncatedBy: 'nodes' | 'edges' | null;
  readonly requestedDepth: number;
  /** Up to this distance nothing is missing, neither nodes nor links between them; 0 also when roots are missing. */
  readonly completedDepth: number;
}

export function expand(_graph: LinkGraph, request: ExpansionRequest): Expansion {
  throw new Error(`not here yet: ${request.depth}`);
}
