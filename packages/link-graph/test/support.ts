import fc from 'fast-check';
import { Adjacency, type Direction, type LinkGraph, type Neighbours, type Span } from '../src/index.js';

fc.configureGlobal({ seed: 20_261_121 });

/** Small graph as a list of links, with repeats and links of a node to itself. */
export interface Sketch {
  size: number;
  links: [source: number, target: number][];
  inactive: number[];
  readOnly: number[];
}

/** Returns the path 0 → 1 → 2 → 3 and the isolated node 4, changed by `fields`. */
export const chain = (fields: Partial<Sketch>): Sketch => ({
  size: 5,
  links: [
    [0, 1],
    [1, 2],
    [2, 3],
  ],
  inactive: [],
  readOnly: [],
  ...fields,
});

export const DIRECTIONS: Direction[] = ['both', 'outgoing', 'incoming'];

export const direction = fc.constantFrom(...DIRECTIONS);

export const sketch: fc.Arbitrary<Sketch> = fc.integer({ min: 1, max: 14 }).chain((size) => {
  const node = fc.nat(size - 1);
  return fc.record({
    size: fc.constant(size),
    links: fc.array(fc.tuple(node, node), { maxLength: 3 * size }),
    inactive: fc.array(node, { maxLength: 3 }),
    readOnly: fc.array(node, { maxLength: 4 }),
  });
});

/** Looks up neighbours in a list, links of a node to itself included. */
function toNeighbours(links: Sketch['links']): Neighbours {
  const show = (span: Span, nodes: number[]) =>
    Object.assign(span, { cells: [...new Set(nodes)].sort((a, b) => a - b), start: 0, end: new Set(nodes).size });
  return {
    outgoing: (node, span) => show(span, listTargets(links, node)),
    incoming: (node, span) => show(span, listSources(links, node)),
  };
}

const listTargets = (links: Sketch['links'], node: number) => links.filter(([s]) => s === node).map(([, t]) => t);
const listSources = (links: Sketch['links'], node: number) => links.filter(([, t]) => t === node).map(([s]) => s);

/** Returns the graph in both implementations: typed arrays, and neighbours supplied by the caller. */
export function toGraphs({ size, links, inactive, readOnly }: Sketch): LinkGraph[] {
  const rules = {
    isActive: (node: number) => !inactive.includes(node),
    isReadOnly: (node: number) => readOnly.includes(node),
  };
  return [
    { links: Adjacency.from(links.flat(), size - 1), rules },
    { links: toNeighbours(links), rules },
  ];
}

/** Returns a graph of the caller in which node 0 links to the given number only. */
export const linkTo = (target: number): LinkGraph => ({
  links: toNeighbours([[0, target]]),
  rules: { isActive: () => true, isReadOnly: () => false },
});

/** Returns true when links of a source are followed: the rule of read-only nodes. */
const follows = ({ readOnly }: Sketch, source: number, roots: number[]) =>
  !readOnly.includes(source) || roots.includes(source);

/**
 * Returns the next nodes from a node, computed directly from the rules: targets first, then sources, each ascending.
 */
export function steps(sketch: Sketch, from: number, way: Direction, roots: number[]): number[] {
  const forward = way === 'incoming' ? [] : listTargets(sketch.links, from).filter(() => follows(sketch, from, roots));
  const backward = way === 'outgoing' ? [] : listSources(sketch.links, from).filter((s) => follows(sketch, s, roots));
  const ascending = [forward, backward].flatMap((nodes) => nodes.sort((a, b) => a - b));
  return ascending.filter((node) => node !== from && !sketch.inactive.includes(node));
}

/** Walks breadth-first over `steps`, and returns the nodes in order with their distances. */
export function distances(sketch: Sketch, roots: number[], way: Direction, named = roots): Map<number, number> {
  const found = new Map(roots.map((root) => [root, 0]));
  for (const [node, distance] of found) {
    for (const next of steps(sketch, node, way, named)) if (!found.has(next)) found.set(next, distance + 1);
  }
  return found;
}

export function readRow(links: Neighbours, way: 'outgoing' | 'incoming', node: number): number[] {
  const span: Span = { cells: [], start: 0, end: 0 };
  links[way](node, span);
  return Array.from(span.cells).slice(span.start, span.end);
}
