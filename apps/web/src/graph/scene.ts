import type { Graph } from './bounds.js';

export type GraphNode = Graph['nodes'][number];

/** A graph as it is laid out and drawn: notes by their index. */
export interface Scene {
  readonly nodes: readonly GraphNode[];
  /** Pairs of indices, one after the other: from, to. */
  readonly edges: Uint32Array<ArrayBuffer>;
  /** How many links among these notes come to each, and go from it. */
  readonly incoming: Uint32Array;
  readonly outgoing: Uint32Array;
}

export function sceneOf({ nodes, edges }: Graph): Scene {
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

export const degree = ({ incoming, outgoing }: Scene, index: number): number =>
  (incoming[index] as number) + (outgoing[index] as number);

/** The notes linked with one, each once, in the order of the graph. */
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
