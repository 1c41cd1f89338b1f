import type { Input, Output } from '@notes/contract';
import { expand, shortestPath } from '@notes/link-graph';
import type { Context } from '../../platform/context.js';
import { wirePlaced } from '../../platform/wire.js';
import { createGraphAnswer } from './graph-answer.js';
import { getNode } from './notes.js';

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
    return createGraphAnswer(found, graph.names.read(reader, nodes));
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
    const name = graph.names.read(reader, nodes);
    return { status, nodes: nodes.map((node) => wirePlaced(name(node))), length, visits };
  });
}
