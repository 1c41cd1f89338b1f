import { Adjacency, type AdjacencyParts } from '@notes/link-graph';
import { type LinkGraphAt, readGraph } from '@notes/storage';

export interface LoadTask {
  readonly dataDir: string;
}

/** The links of a library, as threads hand them to one another. */
export interface LoadedGraph extends Pick<LinkGraphAt, 'seq' | 'nodes' | 'flags'> {
  readonly parts: AdjacencyParts;
}

/** Reads all links of a library in a worker. */
export default function load({ dataDir }: LoadTask): LoadedGraph {
  const { edges, ...rest } = readGraph(dataDir);
  const maxNode = rest.nodes.reduce((most, node) => Math.max(most, node), 0);
  return { ...rest, parts: Adjacency.from(edges, maxNode).toTransfer().parts };
}
