import type { LinkGraph, Span } from './types.js';
import { checkNode } from './visits.js';

/** Node with many incoming links. */
export interface Hub {
  readonly node: number;
  /** Number of counted nodes that link to the node. */
  readonly incoming: number;
}

/** Figures of a graph. Counts are complete; lists hold at most `limit` nodes. */
export interface GraphReport {
  /** Number of nodes that are active and not read-only. */
  readonly noteCount: number;
  /** Number of links between two counted nodes. */
  readonly linkCount: number;
  /** Number of counted nodes without an incoming link. */
  readonly orphanCount: number;
  /** Number of orphans without an outgoing link. */
  readonly isolatedCount: number;
  /** Nodes with the most incoming links, at least one, most first, then ascending. */
  readonly hubs: Hub[];
  /** Orphans, ascending. */
  readonly orphans: number[];
  /** Isolated nodes, ascending. */
  readonly isolated: number[];
}

/** Mark of each counted node up to the largest, and the numbers of its links with counted nodes. */
interface Tally {
  readonly counted: Uint8Array;
  readonly incoming: Int32Array;
  readonly outgoing: Int32Array;
}

/**
 * Counts links among the nodes of `nodes` that are active and not read-only. A link counts when both its ends count and
 * differ.
 *
 * @param graph Links and rules; the rules are called once for every node
 * @param nodes Nodes in any order; repeats count once. Working memory is 9 bytes for each number up to the largest
 * @param options `limit` is the maximum length of each list, 0 or more
 * @throws `RangeError` for a number in `nodes`, or a neighbour, that is no node
 */
export function graphReport(
  graph: LinkGraph,
  nodes: ArrayLike<number>,
  { limit }: { readonly limit: number },
): GraphReport {
  const { incoming, outgoing, counted } = tally(graph, nodes);
  const [orphans, isolated]: [number[], number[]] = [[], []];
  let [noteCount, linkCount, orphanCount, isolatedCount] = [0, 0, 0, 0];
  for (let node = 0; node < counted.length; node++) {
    if (counted[node] === 0) continue;
    noteCount++;
    linkCount += outgoing[node]!;
    if (incoming[node] !== 0) continue;
    if (orphanCount++ < limit) orphans.push(node);
    if (outgoing[node] === 0 && isolatedCount++ < limit) isolated.push(node);
  }
  return { noteCount, linkCount, orphanCount, isolatedCount, hubs: findHubs(incoming, limit), orphans, isolated };
}

function tally({ links, rules }: LinkGraph, nodes: ArrayLike<number>): Tally {
  const counted = markNodes(nodes);
  const incoming = new Int32Array(counted.length);
  const outgoing = new Int32Array(counted.length);
  for (let node = 0; node < counted.length; node++) {
    if (counted[node] === 1 && (!rules.isActive(node) || rules.isReadOnly(node))) counted[node] = 0;
  }
  const span: Span = { cells: [], start: 0, end: 0 };
  for (let node = 0; node < counted.length; node++) {
    if (counted[node] === 0) continue;
    links.outgoing(node, span);
    for (let { cells, start: i, end } = span; i < end; i++) {
      const target = cells[i]!;
      const mark = target < counted.length ? counted[target] : 0;
      if (mark === undefined) checkNode(target);
      if (mark !== 1 || target === node) continue;
      incoming[target]!++;
      outgoing[node]!++;
    }
  }
  return { counted, incoming, outgoing };
}

/** Returns an array with 1 for each of the nodes. */
function markNodes(nodes: ArrayLike<number>): Uint8Array {
  let largest = -1;
  for (let i = 0; i < nodes.length; i++) {
    checkNode(nodes[i]!);
    largest = Math.max(largest, nodes[i]!);
  }
  const marks = new Uint8Array(largest + 1);
  for (let i = 0; i < nodes.length; i++) marks[nodes[i]!] = 1;
  return marks;
}

/**
 * Returns the `limit` nodes with the most incoming links. Of nodes with equal counts at the limit, the lowest are
 * taken.
 */
function findHubs(incoming: Int32Array, limit: number): Hub[] {
  const [least, room] = threshold(incoming, limit);
  const hubs: Hub[] = [];
  let left = room;
  for (let node = 0; node < incoming.length; node++) {
    const count = incoming[node]!;
    if (count > least || (count === least && left-- > 0)) hubs.push({ node, incoming: count });
  }
  return hubs.sort((a, b) => b.incoming - a.incoming || a.node - b.node);
}

/**
 * Returns the number of incoming links above which all nodes fit into `limit`, and how many nodes with exactly this
 * number still fit.
 */
function threshold(incoming: Int32Array, limit: number): [least: number, room: number] {
  let most = 0;
  for (let node = 0; node < incoming.length; node++) most = Math.max(most, incoming[node]!);
  const nodesWith = new Int32Array(most + 1);
  for (let node = 0; node < incoming.length; node++) nodesWith[incoming[node]!]!++;
  let [least, room] = [most, limit];
  while (least > 0 && nodesWith[least]! <= room) room -= nodesWith[least--]!;
  return least === 0 ? [0, 0] : [least, room];
}
