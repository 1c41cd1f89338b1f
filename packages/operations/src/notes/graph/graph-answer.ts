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
const ROWS_AT_ONCE = 128;
/** Largest number of bytes of a character in UTF-8, for one unit of a string. */
const MAX_UTF8_BYTES = 3;
/** Lengths of the text around all rows, and of that in a row besides names. */
const FRAME_UNITS = '{"nodes":[],"edges":[],'.length;
const NODE_UNITS = `${Number.MAX_SAFE_INTEGER}},`.length;
const LINK_UNITS = '{"source":"","target":""},'.length;

/** Writes the JSON of an answer: first the notes, whose titles may have any character, then the links in ASCII. */
function writeGraph({ nodes, edges }: Expansion, name: (node: number) => NodeName, rest: string): Uint8Array {
  let [units, idUnits] = [0, 0];
  for (const { node } of nodes) {
    const { nodeJson, id } = name(node);
    units += nodeJson.length + NODE_UNITS;
    idUnits = Math.max(idUnits, id.length);
  }
  const linkUnits = edges.length * (LINK_UNITS + 2 * idUnits);
  const bytes = Buffer.allocUnsafe(FRAME_UNITS + MAX_UTF8_BYTES * units + linkUnits + rest.length);
  let at = bytes.write('{"nodes":[');
  at = encodeRows(bytes, at, 'utf8', nodes, ({ node, distance }) => `${name(node).nodeJson}${distance}}`);
  at += bytes.write('],"edges":[', at);
  at = encodeRows(bytes, at, 'latin1', edges, ({ source, target }) => `${name(source).sourceJson}${name(target).id}"}`);
  at += bytes.write(`],${rest.slice(1)}`, at);
  return bytes.subarray(0, at);
}

/** Encodes rows with commas between them, and returns the offset after them. */
function encodeRows<Row>(
  target: Buffer,
  from: number,
  encoding: 'utf8' | 'latin1',
  rows: readonly Row[],
  write: (row: Row) => string,
): number {
  let at = from;
  for (let row = 0; row < rows.length; ) {
    const end = Math.min(rows.length, row + ROWS_AT_ONCE);
    let text = '';
    for (; row < end; row += 1) text += (row === 0 ? '' : ',') + write(rows[row] as Row);
    at += target.write(text, at, encoding);
  }
  return at;
}
