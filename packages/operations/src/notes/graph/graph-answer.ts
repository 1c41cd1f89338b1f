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

/** Number of rows whose text is encoded at once: a longer text, made of many parts, is copied before it is encoded. */
const ROWS_AT_ONCE = 512;

/** Writes the JSON of an answer: first the notes, whose titles may have any character, then the links in ASCII. */
function writeGraph({ nodes, edges }: Expansion, name: (node: number) => NodeName, rest: string): Uint8Array {
  return Buffer.concat([
    Buffer.from('{"nodes":['),
    ...encodeRows(nodes, 'utf8', ({ node, distance }) => `${name(node).nodeJson}${distance}}`),
    Buffer.from('],"edges":['),
    ...encodeRows(edges, 'latin1', ({ source, target }) => `${name(source).sourceJson}${name(target).id}"}`),
    Buffer.from(`],${rest.slice(1)}`),
  ]);
}

/** Encodes rows with commas between them, in slices. */
function* encodeRows<Row>(
  rows: readonly Row[],
  encoding: 'utf8' | 'latin1',
  write: (row: Row) => string,
): Generator<Buffer> {
  let comma = '';
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    let text = '';
    for (const row of rows.slice(start, start + ROWS_AT_ONCE)) {
      text += comma + write(row);
      comma = ',';
    }
    yield Buffer.from(text, encoding);
  }
}
