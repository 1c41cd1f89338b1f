import type { Output } from '@notes/contract';
import type { Expansion } from '@notes/link-graph';
import { attachJson } from '../../platform/json-text.js';
import { wirePlaced } from '../../platform/wire.js';
import type { NodeName } from './node-names.js';

type Answer = Output<'getGraph'>;

/**
 * Returns the answer about a neighbourhood. It has up to 25,000 rows, so their objects are made when something reads
 * them: an interface that sends JSON needs only the text.
 */
export function createGraphAnswer(found: Expansion, name: (node: number) => NodeName): Answer {
  let nodes: Answer['nodes'] | undefined;
  let edges: Answer['edges'] | undefined;
  const rest = {
    truncated: found.truncated,
    truncated_by: found.truncatedBy,
    requested_depth: found.requestedDepth,
    completed_depth: found.completedDepth,
  };
  const answer = {
    get nodes() {
      nodes ??= found.nodes.map(({ node, distance }) => ({ ...wirePlaced(name(node)), distance }));
      return nodes;
    },
    get edges() {
      edges ??= found.edges.map(({ source, target }) => ({ source: name(source).id, target: name(target).id }));
      return edges;
    },
    ...rest,
  };
  return attachJson(answer, () => writeGraph(found, name, JSON.stringify(rest)));
}

/**
 * Writes the JSON of an answer: first the notes, whose titles may have any character, then the links in ASCII. Text is
 * only appended, because taking a part of a long text copies it.
 */
function writeGraph({ nodes, edges }: Expansion, name: (node: number) => NodeName, rest: string): string[] {
  let notes = '{"nodes":[';
  let comma = '';
  for (const { node, distance } of nodes) {
    notes += comma + name(node).nodeJson + distance;
    comma = '},';
  }
  let links = nodes.length === 0 ? '],"edges":[' : '}],"edges":[';
  comma = '';
  for (const { source, target } of edges) {
    links += comma + name(source).sourceJson + name(target).id;
    comma = '"},';
  }
  return [notes, `${links}${edges.length === 0 ? '' : '"}'}],${rest.slice(1)}`];
}
