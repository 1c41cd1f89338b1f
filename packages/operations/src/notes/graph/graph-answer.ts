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

/** Writes the JSON of an answer. Most of it is copied: a text of so many parts would be copied and then encoded. */
function writeGraph({ nodes, edges }: Expansion, name: (node: number) => NodeName, rest: string): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('{"nodes":[')];
  const ends: Uint8Array[] = [];
  for (const { node, distance } of nodes) {
    ends[distance] ??= Buffer.from(`${distance}}`);
    parts.push(name(node).node, ends[distance]);
  }
  dropComma(parts, 1);
  const edgesAt = parts.push(Buffer.from('],"edges":['));
  for (const { source, target } of edges) parts.push(name(source).source, name(target).target);
  dropComma(parts, edgesAt);
  parts.push(Buffer.from(`],${rest.slice(1)}`));
  return Buffer.concat(parts);
}

/** Leaves out the comma before the first row of a list. */
function dropComma(parts: Uint8Array[], first: number): void {
  const row = parts[first];
  if (row !== undefined) parts[first] = row.subarray(1);
}
