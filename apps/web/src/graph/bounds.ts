import type { Output } from '@notes/contract';
import { text } from './texts.js';

export type Graph = Output<'getGraph'>;
export type Direction = 'both' | 'outgoing' | 'incoming';

export const directionLabels: Readonly<Record<Direction, string>> = {
  both: text.directionBoth,
  outgoing: text.directionOutgoing,
  incoming: text.directionIncoming,
};

/** Parameters of the explorer; all are in the address. */
export interface GraphParameters {
  readonly roots: readonly string[];
  readonly direction: Direction;
  readonly depth: number;
  readonly nodes: number;
  readonly edges: number;
}

export const MAX_DEPTH = 5;
/** Limits of the service, and the initial ones, which keep the picture readable. */
export const graphLimits = {
  nodes: { standard: 500, max: 5_000 },
  edges: { standard: 2_000, max: 20_000 },
} as const;
type LimitName = keyof typeof graphLimits;

/** Parses the parameters in an address; a number out of bounds becomes the default. */
export function parseParameters(query: URLSearchParams): GraphParameters {
  const direction = query.get('direction') ?? '';
  return {
    roots: (query.get('roots') ?? '').split(',').filter((id) => id !== ''),
    direction: Object.hasOwn(directionLabels, direction) ? (direction as Direction) : 'both',
    depth: parseNumber(query.get('depth'), { standard: 1, max: MAX_DEPTH }),
    nodes: parseNumber(query.get('nodes'), graphLimits.nodes),
    edges: parseNumber(query.get('edges'), graphLimits.edges),
  };
}

function parseNumber(text: string | null, { standard, max }: { standard: number; max: number }): number {
  const value = Number(text ?? standard);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : standard;
}

export const toQueryFields = ({ roots, direction, depth, nodes, edges }: GraphParameters): Record<string, string> => ({
  roots: roots.join(','),
  direction,
  depth: String(depth),
  nodes: String(nodes),
  edges: String(edges),
});

/** Notice that a graph is bounded, with ways to extend it. */
export interface Notice {
  /** Limit that stopped the traversal. */
  readonly stop: string;
  /** Depth up to which the graph is complete. */
  readonly depthText: string;
  /** Changes on offer, each with the label of its button. */
  readonly actions: readonly { readonly label: string; readonly part: Partial<GraphParameters> }[];
}

/** Returns the notice for a bounded graph; undefined for a complete one. */
export function getNotice(graph: Graph, question: GraphParameters): Notice | undefined {
  const { truncated_by: by, completed_depth: complete, requested_depth: requestedDepth } = graph;
  if (!graph.truncated || by === null) return undefined;
  const limit = question[by];
  const stopAt = by === 'nodes' ? text.nodeLimit : text.edgeLimit;
  return {
    stop: stopAt(limit),
    depthText: describeDepth(complete, requestedDepth),
    actions: [...offerRaise(by, limit), ...offerLower(complete, requestedDepth)],
  };
}

function describeDepth(complete: number, requestedDepth: number): string {
  if (complete >= requestedDepth) return text.linksIncomplete(requestedDepth);
  if (complete === 0) return text.firstDepthIncomplete;
  return text.completeDepth(complete);
}

function offerRaise(by: LimitName, limit: number): Notice['actions'] {
  const { max } = graphLimits[by];
  const higher = Math.min(limit * 2, max);
  return limit < max ? [{ label: text.raiseTo(higher), part: { [by]: higher } }] : [];
}

const offerLower = (complete: number, requestedDepth: number): Notice['actions'] =>
  complete >= 1 && complete < requestedDepth ? [{ label: text.lowerTo(complete), part: { depth: complete } }] : [];
