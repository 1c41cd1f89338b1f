import type { Input, Output } from '@notes/contract';
import { expand, shortestPath } from '@notes/link-graph';
import type { Context } from '../../platform/context.js';
import { wirePlaced } from '../../platform/wire.js';
import { createNameLookup, getNode } from './notes.js';

export function getGraph({ library }: Context, input: Input<'getGraph'>): Promise<Output<'getGraph'>> {
  return library.graph.read((graph, reader) => {
    const found = expand(graph, {
      roots: input.roots.map((id, index) => getNode(reader, `roots.${index}`, id)),
      direction: input.direction,
      depth: input.depth,
      maxNodes: input.max_nodes,
      maxEdges: input.max_edges,
    });
    const nodes = found.nodes.map(({ node }) => node);
    const name = createNameLookup(reader, nodes);
    return {
      nodes: found.nodes.map(({ node, distance }) => ({ ...wirePlaced(name(node)), distance })),
      edges: found.edges.map(({ source, target }) => ({ source: name(source).id, target: name(target).id })),
      truncated: found.truncated,
      truncated_by: found.truncatedBy,
      requested_depth: found.requestedDepth,
      completed_depth: found.completedDepth,
    };
  });
}

export function findGraphPath({ library }: Context, input: Input<'findGraphPath'>): Promise<Output<'findGraphPath'>> {
  return library.graph.read((graph, reader) => {
    const { status, nodes, length, visits } = shortestPath(graph, {
      from: getNode(reader, 'from', input.from),
      to: getNode(reader, 'to', input.to),
      direction: input.direction,
      maxDepth: input.max_depth,
      maxVisits: input.max_visits,
    });
    const name = createNameLookup(reader, nodes);
    return { status, nodes: nodes.map((node) => wirePlaced(name(node))), length, visits };
  });
}
