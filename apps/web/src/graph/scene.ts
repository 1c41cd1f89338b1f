import type { Graph } from './bounds.js';

export type GraphNode = Graph['nodes'][number];

/** A graph for layout and drawing, with notes referred to by index. */
export interface Scene {
  readonly nodes: readonly GraphNode[];
  /** Pairs of indices in a row: source, target. */
  readonly edges: Uint32Array<ArrayBuffer>;
  /** Numbers of incoming and outgoing links per note, among these notes. */
  readonly incoming: Uint32Array;
  readonly outgoing: Uint32Array;
}

/** Converts a graph into a scene; the index of a note is its position in `nodes`. */
export function buildScene({ nodes, edges }: Graph): Scene {
  const indices = new Map(nodes.map(({ document_id }, index) => [document_id, index]));
  const pairs = new Uint32Array(edges.length * 2);
  const incoming = new Uint32Array(nodes.length);
  const outgoing = new Uint32Array(nodes.length);
  for (const [at, { source, target }] of edges.entries()) {
    const from = indices.get(source) as number;
    const to = indices.get(target) as number;
    pairs.set([from, to], at * 2);
    outgoing[from] = (outgoing[from] as number) + 1;
    incoming[to] = (incoming[to] as number) + 1;
  }
  return { nodes, edges: pairs, incoming, outgoing };
}

/** Returns the number of links of a note, incoming and outgoing. */
export const degree = ({ incoming, outgoing }: Scene, index: number): number =>
  (incoming[index] as number) + (outgoing[index] as number);

/** Returns the neighbours of a note, each once, in the order of the graph. */
export function neighbours({ edges }: Scene, index: number): number[] {
  const found = new Set<number>();
  for (let at = 0; at < edges.length; at += 2) {
    const from = edges[at] as number;
    const to = edges[at + 1] as number;
    if (from === index) found.add(to);
    if (to === index) found.add(from);
  }
  found.delete(index);
  return [...found].sort((a, b) => a - b);
}
