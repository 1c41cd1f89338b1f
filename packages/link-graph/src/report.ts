import type { LinkGraph } from './types.js';

export interface Hub {
  readonly node: number;
  /** Counted nodes that link to it. */
  readonly incoming: number;
}

/** Counts are complete; lists hold at most `limit` nodes. */
export interface GraphReport {
  readonly noteCount: number;
  readonly linkCount: number;
  /** Nodes nothing links to. */
  readonly orphanCount: number;
  /** Orphans that link to nothing either. */
  readonly isolatedCount: number;
  /** Most incoming links first, then ascending; only nodes that something links to. */
  readonly hubs: Hub[];
  /** Ascending. */
  readonly orphans: number[];
  /** Ascending. */
  readonly isolated: number[];
}

export function graphReport(
  _graph: LinkGraph,
  _nodes: ArrayLike<number>,
  { limit }: { readonly limit: number },
): GraphReport {
  throw new Error(`not here yet: ${limit}`);
}
