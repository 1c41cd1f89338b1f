import type { LinkGraph, Span } from './types.js';
import { checkNode } from './visits.js';

export interface Hub {
  readonly node: number;
  /** Counted nodes that link to it. */
  readonly incoming: number;
}

/** Counts are complete; lists hold at most `limit` nodes. */
export interface GraphReport {
  readonly noteCount: number;
  readonly linkCount: number;
  /** Nodes nothing links to. */
  readonly orphanCount: number;
  /** Orphans that link to nothing either. */
  readonly isolatedCount: number;
  /** Most incoming links first, then ascending; only nodes that something links to. */
  readonly hubs: Hub[];
  /** Ascending. */
  readonly orphans: number[];
  /** Ascending. */
  readonly isolated: number[];
}

/** For each node up to the largest: whether it counts, and how many counted nodes it is linked with. */
interface Tally {
  readonly counted: Uint8Array;
  readonly incoming: Int32Array;
  readonly outgoing: Int32Array;
}

/**
 * Who links to whom among the nodes that count: those of `nodes` that are active and not read-only. A link counts when
 * both its ends do, and not when they are one. Throws `RangeError` for what is no node.
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
  return { noteCount, linkCount, orphanCount, isolatedCount, hubs: mostLinked(incoming, limit), orphans, isolated };
}

function tally({ links, rules }: LinkGraph, nodes: ArrayLike<number>): Tally {
  const counted = marked(nodes);
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
      if (target >= counted.length || counted[target] === 0 || target === node) continue;
      incoming[target]!++;
      outgoing[node]!++;
    }
  }
  return { counted, incoming, outgoing };
}

/** 1 for each of the nodes. */
function marked(nodes: ArrayLike<number>): Uint8Array {
  let largest = -1;
  for (let i = 0; i < nodes.length; i++) {
    checkNode(nodes[i]!);
    largest = Math.max(largest, nodes[i]!);
  }
  const marks = new Uint8Array(largest + 1);
  for (let i = 0; i < nodes.length; i++) marks[nodes[i]!] = 1;
  return marks;
}

/** The `limit` nodes with the most incoming links: those above the least such number, and the first of those with it. */
function mostLinked(incoming: Int32Array, limit: number): Hub[] {
  const [least, room] = threshold(incoming, limit);
  const hubs: Hub[] = [];
  let left = room;
  for (let node = 0; node < incoming.length; node++) {
    const count = incoming[node]!;
    if (count > least || (count === least && left-- > 0)) hubs.push({ node, incoming: count });
  }
  return hubs.sort((a, b) => b.incoming - a.incoming || a.node - b.node);
}

/** The number of incoming links above which at most `limit` nodes are, and how many of those with it fit beside them. */
function threshold(incoming: Int32Array, limit: number): [least: number, room: number] {
  let most = 0;
  for (let node = 0; node < incoming.length; node++) most = Math.max(most, incoming[node]!);
  const nodesWith = new Int32Array(most + 1);
  for (let node = 0; node < incoming.length; node++) nodesWith[incoming[node]!]!++;
  let [least, room] = [most, limit];
  while (least > 0 && nodesWith[least]! <= room) room -= nodesWith[least--]!;
  return least === 0 ? [0, 0] : [least, room];
}
