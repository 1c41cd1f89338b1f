import type { Direction, LinkGraph, Span } from './types.js';
import { checkNode, Visits } from './visits.js';

/** Roots and bounds of a neighbourhood. */
export interface ExpansionRequest {
  /** Nodes to start from, at distance 0; repeats count once. Inactive nodes are visited too. */
  readonly roots: readonly number[];
  readonly direction: Direction;
  /** Maximum number of links between a node and the nearest root; 0 for the roots alone, `Infinity` for no maximum. */
  readonly depth: number;
  /** Maximum number of nodes in the result, roots included. */
  readonly maxNodes: number;
  /** Maximum number of links in the result. */
  readonly maxEdges: number;
}

/** Node of a neighbourhood. */
export interface ReachedNode {
  readonly node: number;
  /** Number of links between the node and the nearest root. */
  readonly distance: number;
}

/** Link of a neighbourhood, in the direction in which it points. */
export interface Edge {
  readonly source: number;
  readonly target: number;
}

/** Neighbourhood of some roots. */
export interface Expansion {
  /** Nodes in the order of their discovery, ascending by distance. */
  readonly nodes: ReachedNode[];
  /** All links between two of the nodes that the rules allow to follow. */
  readonly edges: Edge[];
  /** True when a node or link within `depth` was left out. */
  readonly truncated: boolean;
  /** Limit that ended the search; null when the search was complete. */
  readonly truncatedBy: 'nodes' | 'edges' | null;
  /** The `depth` of the request. */
  readonly requestedDepth: number;
  /** Distance up to which no node or link is missing; 0 also when roots are missing. */
  readonly completedDepth: number;
}

/** Visited nodes, shared by all calls, which never overlap. The value of a node is its distance; a root has 0. */
const visits = new Visits();
const span: Span = { cells: [], start: 0, end: 0 };
const edgeSpan: Span = { cells: [], start: 0, end: 0 };

/**
 * Collects the neighbourhood of the roots, level by level. The nodes of a level are in the order of their predecessors;
 * a node leads to its targets before its sources, each ascending. A node is added with its links to the nodes before
 * it. The first node or link above a limit ends the search. An inactive root is visited, but is never a neighbour.
 *
 * @param graph Links and rules; the rules are called while links are read
 * @param request Roots and bounds
 * @returns Nodes, links, and whether some were left out. Deterministic
 * @throws `RangeError` for a root that is no node, or when the search would add such a neighbour
 */
export function expand(graph: LinkGraph, request: ExpansionRequest): Expansion {
  visits.clear();
  const search = new Search(graph, request);
  const completedDepth = search.run();
  const nodes: ReachedNode[] = [];
  for (let i = 0; i < visits.count; i++) {
    const node = visits.order[i]!;
    nodes.push({ node, distance: visits.value(node) });
  }
  return {
    nodes,
    edges: search.edges,
    truncated: search.truncatedBy !== null,
    truncatedBy: search.truncatedBy,
    requestedDepth: request.depth,
    completedDepth,
  };
}

class Search {
  readonly edges: Edge[] = [];
  truncatedBy: Expansion['truncatedBy'] = null;

  constructor(
    readonly graph: LinkGraph,
    readonly request: ExpansionRequest,
  ) {}

  /** Visits the reachable nodes, and returns the distance up to which they are complete. */
  run(): number {
    for (const root of this.request.roots) {
      checkNode(root);
      if (!visits.has(root) && !this.#admit(root, 0)) return 0;
    }
    let from = 0;
    for (let distance = 1; distance <= this.request.depth && from < visits.count; distance++) {
      const levelEnd = visits.count;
      for (; from < levelEnd; from++) if (!this.#walk(visits.order[from]!, distance)) return distance - 1;
    }
    return this.request.depth;
  }

  /** Admits the neighbours of a node; returns false at a limit. */
  #walk(node: number, distance: number): boolean {
    const { links } = this.graph;
    const { direction } = this.request;
    if (direction !== 'incoming' && this.#follows(node)) {
      links.outgoing(node, span);
      for (let { cells, start: i, end } = span; i < end; i++) {
        const target = cells[i]!;
        if (this.#isNew(target) && !this.#admit(target, distance)) return false;
      }
    }
    if (direction !== 'outgoing') {
      links.incoming(node, span);
      for (let { cells, start: i, end } = span; i < end; i++) {
        const source = cells[i]!;
        if (this.#isNew(source) && this.#follows(source) && !this.#admit(source, distance)) return false;
      }
    }
    return true;
  }

  #isNew(node: number): boolean {
    return !visits.has(node) && this.graph.rules.isActive(node);
  }

  /** Returns true when links that originate in a node are followed. */
  #follows(source: number): boolean {
    return !this.graph.rules.isReadOnly(source) || (visits.has(source) && visits.value(source) === 0);
  }

  #admit(node: number, distance: number): boolean {
    if (visits.count >= this.request.maxNodes) {
      this.truncatedBy = 'nodes';
      return false;
    }
    visits.add(node, distance);
    return this.#admitEdges(node);
  }

  /** Adds the links between a node and the nodes before it. */
  #admitEdges(node: number): boolean {
    this.graph.links.outgoing(node, edgeSpan);
    for (let { cells, start: i, end } = edgeSpan; i < end; i++) {
      const target = cells[i]!;
      if (target !== node && visits.has(target) && !this.#admitEdge(node, target)) return false;
    }
    this.graph.links.incoming(node, edgeSpan);
    for (let { cells, start: i, end } = edgeSpan; i < end; i++) {
      const source = cells[i]!;
      if (source !== node && visits.has(source) && !this.#admitEdge(source, node)) return false;
    }
    return true;
  }

  /** Adds a link if it is followed from either end; returns false at the limit. */
  #admitEdge(source: number, target: number): boolean {
    const { direction } = this.request;
    const { rules } = this.graph;
    const forward = direction !== 'incoming' && rules.isActive(target);
    const backward = direction !== 'outgoing' && rules.isActive(source);
    if (!(forward || backward) || !this.#follows(source)) return true;
    if (this.edges.length >= this.request.maxEdges) {
      this.truncatedBy = 'edges';
      return false;
    }
    this.edges.push({ source, target });
    return true;
  }
}
