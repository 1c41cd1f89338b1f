import type { Direction, LinkGraph } from './types.js';

export interface PathRequest {
  readonly from: number;
  readonly to: number;
  readonly direction: Direction;
  /** The most links a path may have. */
  readonly maxDepth: number;
  /** The most nodes whose links are read. */
  readonly maxVisits: number;
}

/**
 * `no_path` claims that there is none, of any length: one side was searched to its end. The two others only say which
 * bound ended the search.
 */
export type PathStatus = 'found' | 'no_path' | 'depth_exhausted' | 'budget_exhausted';

export interface PathResult {
  readonly status: PathStatus;
  /** From `from` to `to`; empty unless found. */
  readonly nodes: number[];
  /** Links on the path; null unless found. */
  readonly length: number | null;
  /** Nodes whose links were read. */
  readonly visits: number;
}

export function shortestPath(_graph: LinkGraph, request: PathRequest): PathResult {
  throw new Error(`not here yet: ${request.maxDepth}`);
}
