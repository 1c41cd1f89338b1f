import { Adjacency, type AdjacencyParts } from '@notes/link-graph';
import { type LinkGraph, readOnSeparateConnection } from '@notes/storage';

export interface LoadTask {
  readonly dataDir: string;
}

/** Links of a library in a form that threads can transfer. */
export interface LoadedGraph extends Pick<LinkGraph, 'nodes' | 'flags'> {
  /** Sequence number of the last change included. */
  readonly seq: number;
  readonly parts: AdjacencyParts;
}

/** Reads all links of a library in a worker. */
export default function load({ dataDir }: LoadTask): LoadedGraph {
  const { edges, ...rest } = readOnSeparateConnection(dataDir, ({ links, journal }) => ({
    seq: journal.last(),
    ...links.graph(),
  }));
  const maxNode = rest.nodes.reduce((most, node) => Math.max(most, node), 0);
  return { ...rest, parts: Adjacency.from(edges, maxNode).toTransfer().parts };
}
