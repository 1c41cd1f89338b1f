import { Adjacency, type AdjacencyParts } from '@notes/link-graph';
import { type LinkGraph, readElsewhere } from '@notes/storage';

export interface LoadTask {
  readonly dataDir: string;
}

/** The links of a library, as threads hand them to one another. */
export interface LoadedGraph extends Pick<LinkGraph, 'nodes' | 'flags'> {
  /** Of the last change it holds. */
  readonly seq: number;
  readonly parts: AdjacencyParts;
}

/** Reads all links of a library in a worker. */
export default function load({ dataDir }: LoadTask): LoadedGraph {
  const { edges, ...rest } = readElsewhere(dataDir, ({ links, journal }) => ({
    seq: journal.last(),
    ...links.graph(),
  }));
  const maxNode = rest.nodes.reduce((most, node) => Math.max(most, node), 0);
  return { ...rest, parts: Adjacency.from(edges, maxNode).toTransfer().parts };
}
