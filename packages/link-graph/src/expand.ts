import type { Direction, LinkGraph, Span } from './types.js';
import { checkNode, Visits } from './visits.js';

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

/** Shared by all calls, which never overlap. The number of a node is its distance: 0 is a root. */
const visits = new Visits();
const span: Span = { cells: [], start: 0, end: 0 };
const edgeSpan: Span = { cells: [], start: 0, end: 0 };

/**
 * The neighbourhood of the roots, level by level: of a level, the nodes in the order of those they were come to from;
 * of one node, those it links to before those that link to it, each ascending. A node comes with its links to the nodes
 * before it. The first node or link over a ceiling ends it. A root that is inactive counts as asked for, but is nobody's
 * neighbour. Throws `RangeError` for a root that is no node.
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

  /** Visits what is in reach, and answers up to which distance that is whole. */
  run(): number {
    for (const root of this.request.roots) {
      checkNode(root);
      if (!visits.has(root) && !this.#admit(root, 0)) return 0;
    }
    let from = 0;
    for (let distance = 1; distance <= this.request.depth; distance++) {
      const levelEnd = visits.count;
      for (; from < levelEnd; from++) if (!this.#walk(visits.order[from]!, distance)) return distance - 1;
    }
    return this.request.depth;
  }

  /** Admits the neighbours of a node; false at a ceiling. */
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

  /** Whether links that originate in a node are followed. */
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

  /** Adds the links between a node and those before it. */
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

  /** Adds a link if it is walked from either end; false at the ceiling. */
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
