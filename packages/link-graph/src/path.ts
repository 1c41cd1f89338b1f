import type { Direction, LinkGraph, Span } from './types.js';
import { checkNode, Visits } from './visits.js';

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

/**
 * One end of the search, kept between searches. The number of a node is the one it was come to from; that of the first
 * is itself.
 */
class Side {
  readonly visits = new Visits();
  /** How far from the end its last level is. */
  depth = 0;
  /** Place in `visits.order` of the first node whose links are not read yet. */
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

  /** The nodes from `node` back to the end. */
  trail(node: number): number[] {
    const nodes = [node];
    for (let at = node; this.visits.value(at) !== at; ) {
      at = this.visits.value(at);
      nodes.push(at);
    }
    return nodes;
  }
}

/** Shared by all calls, which never overlap. */
const fromStart = new Side();
const fromEnd = new Side();
const span: Span = { cells: [], start: 0, end: 0 };

/**
 * A shortest path, searched from both ends in turns of a level, the narrower one first. `from` and `to` count as roots:
 * their links are followed though they be read-only. An inactive node is on no path but as `from`.
 * Throws `RangeError` for an end that is no node.
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
  /** The first node that both sides came to. */
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
   * Takes one side a level further. Every node closer to the ends was met before, so the first meeting is on a shortest
   * path.
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

  /** Comes to the neighbours of a node; true when one is on the other side. From the end, links are walked backwards. */
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
