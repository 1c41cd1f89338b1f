import type { Direction, LinkGraph, Span } from './types.js';
import { checkNode, Visits } from './visits.js';

/** Ends and bounds of a path. */
export interface PathRequest {
  /** Node at which the path begins; it may be inactive. */
  readonly from: number;
  /** Node at which the path ends; there is no path to an inactive node. */
  readonly to: number;
  readonly direction: Direction;
  /** Maximum number of links of the path; `Infinity` for no maximum. */
  readonly maxDepth: number;
  /** Maximum number of nodes whose links are read. */
  readonly maxVisits: number;
}

/**
 * Result of a search. `no_path` means that there is no path of any length: one side was searched completely.
 * `depth_exhausted` and `budget_exhausted` only name the limit that ended the search.
 */
export type PathStatus = 'found' | 'no_path' | 'depth_exhausted' | 'budget_exhausted';

/** A shortest path, or the reason for none. */
export interface PathResult {
  readonly status: PathStatus;
  /** Nodes from `from` to `to`, both included; empty unless found. */
  readonly nodes: number[];
  /** Number of links of the path; null unless found. */
  readonly length: number | null;
  /** Number of nodes whose links were read. */
  readonly visits: number;
}

/**
 * One side of the search, reused between searches. The value of a node is its predecessor; the value of the first node
 * is the node itself.
 */
class Side {
  readonly visits = new Visits();
  /** Distance of its last level from its end of the path. */
  depth = 0;
  /** Index in `visits.order` of the first node whose links are not read yet. */
  next = 0;

  start(node: number): void {
    this.visits.clear();
    this.visits.add(node, node);
    this.depth = 0;
    this.next = 0;
  }

  get width(): number {
    return this.visits.count - this.next;
  }

  /** Returns the nodes from `node` back to the end of this side. */
  trail(node: number): number[] {
    const nodes = [node];
    for (let at = node; this.visits.value(at) !== at; ) {
      at = this.visits.value(at);
      nodes.push(at);
    }
    return nodes;
  }
}

/** Start side of the search, shared by all calls, which never overlap. */
const fromStart = new Side();
const fromEnd = new Side();
const span: Span = { cells: [], start: 0, end: 0 };

/**
 * Finds a shortest path by a search from both ends, one level at a time, the narrower side first. Links of `from` and
 * `to` are followed even if these nodes are read-only. An inactive node is on no path, except as `from`.
 *
 * @param graph Links and rules; the rules are called while links are read
 * @param request Ends and bounds
 * @returns The path, or the reason for none. Deterministic
 * @throws `RangeError` for an end that is no node, or when the search would add such a neighbour
 */
export function shortestPath(graph: LinkGraph, request: PathRequest): PathResult {
  const { from, to } = request;
  checkNode(from);
  checkNode(to);
  if (from === to) return { status: 'found', nodes: [from], length: 0, visits: 0 };
  if (!graph.rules.isActive(to)) return { status: 'no_path', nodes: [], length: null, visits: 0 };
  fromStart.start(from);
  fromEnd.start(to);
  const search = new Search(graph, request);
  const status = search.run();
  const nodes = status === 'found' ? search.path() : [];
  return { status, nodes, length: status === 'found' ? nodes.length - 1 : null, visits: search.visits };
}

class Search {
  visits = 0;
  /** First node that both sides visited. */
  #meeting = -1;

  constructor(
    readonly graph: LinkGraph,
    readonly request: PathRequest,
  ) {}

  run(): PathStatus {
    for (;;) {
      if (fromStart.width === 0 || fromEnd.width === 0) return 'no_path';
      if (fromStart.depth + fromEnd.depth >= this.request.maxDepth) return 'depth_exhausted';
      const narrower = fromStart.width <= fromEnd.width;
      const ended = narrower ? this.#advance(fromStart, fromEnd) : this.#advance(fromEnd, fromStart);
      if (ended !== null) return ended;
    }
  }

  path(): number[] {
    return [...fromStart.trail(this.#meeting).reverse(), ...fromEnd.trail(this.#meeting).slice(1)];
  }

  /**
   * Advances one side by a level. All nodes closer to the ends were visited before, so the first common node is on a
   * shortest path.
   */
  #advance(side: Side, other: Side): PathStatus | null {
    for (const levelEnd = side.visits.count; side.next < levelEnd; side.next++) {
      if (this.visits >= this.request.maxVisits) return 'budget_exhausted';
      this.visits++;
      if (this.#walk(side.visits.order[side.next]!, side, other)) return 'found';
    }
    side.depth++;
    return null;
  }

  /**
   * Visits the neighbours of a node; returns true when the other side has visited one of them. The end side follows
   * links backwards.
   */
  #walk(node: number, side: Side, other: Side): boolean {
    const { links } = this.graph;
    const { direction } = this.request;
    const against = side === fromStart ? 'incoming' : 'outgoing';
    if (direction !== against && this.#follows(node)) {
      links.outgoing(node, span);
      for (let { cells, start: i, end } = span; i < end; i++) {
        if (this.#meets(cells[i]!, node, side, other)) return true;
      }
    }
    if (direction === 'both' || direction === against) {
      links.incoming(node, span);
      for (let { cells, start: i, end } = span; i < end; i++) {
        const source = cells[i]!;
        if (this.#follows(source) && this.#meets(source, node, side, other)) return true;
      }
    }
    return false;
  }

  #follows(source: number): boolean {
    const { from, to } = this.request;
    return !this.graph.rules.isReadOnly(source) || source === from || source === to;
  }

  #meets(node: number, before: number, side: Side, other: Side): boolean {
    if (side.visits.has(node)) return false;
    const met = other.visits.has(node);
    if (!met && !this.graph.rules.isActive(node)) return false;
    side.visits.add(node, before);
    if (met) this.#meeting = node;
    return met;
  }
}
