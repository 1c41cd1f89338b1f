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
export const ceilings = {
  nodes: { standard: 500, most: 5_000 },
  edges: { standard: 2_000, most: 20_000 },
} as const;
type Ceiling = keyof typeof ceilings;

/** Parses the parameters in an address; a number out of bounds becomes the default. */
export function parseParameters(query: URLSearchParams): GraphParameters {
  const direction = query.get('direction') ?? '';
  return {
    roots: (query.get('roots') ?? '').split(',').filter((id) => id !== ''),
    direction: Object.hasOwn(directionLabels, direction) ? (direction as Direction) : 'both',
    depth: parseNumber(query.get('depth'), { standard: 1, most: MAX_DEPTH }),
    nodes: parseNumber(query.get('nodes'), ceilings.nodes),
    edges: parseNumber(query.get('edges'), ceilings.edges),
  };
}

function parseNumber(given: string | null, { standard, most }: { standard: number; most: number }): number {
  const value = Number(given ?? standard);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : standard;
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
  readonly reach: string;
  /** Changes on offer, each with the label of its button. */
  readonly ways: readonly { readonly label: string; readonly part: Partial<GraphParameters> }[];
}

/** Returns the notice for a bounded graph; undefined for a complete one. */
export function getNotice(graph: Graph, question: GraphParameters): Notice | undefined {
  const { truncated_by: by, completed_depth: complete, requested_depth: asked } = graph;
  if (!graph.truncated || by === null) return undefined;
  const limit = question[by];
  const stopAt = by === 'nodes' ? text.nodeLimit : text.edgeLimit;
  return {
    stop: stopAt(limit),
    reach: describeReach(complete, asked),
    ways: [...offerRaise(by, limit), ...offerLower(complete, asked)],
  };
}

function describeReach(complete: number, asked: number): string {
  if (complete >= asked) return text.linksIncomplete(asked);
  if (complete === 0) return text.firstDepthIncomplete;
  return text.completeDepth(complete);
}

function offerRaise(by: Ceiling, limit: number): Notice['ways'] {
  const { most } = ceilings[by];
  const higher = Math.min(limit * 2, most);
  return limit < most ? [{ label: text.raiseTo(higher), part: { [by]: higher } }] : [];
}

const offerLower = (complete: number, asked: number): Notice['ways'] =>
  complete >= 1 && complete < asked ? [{ label: text.lowerTo(complete), part: { depth: complete } }] : [];
