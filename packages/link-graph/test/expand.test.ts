import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edge, type Expansion, type ExpansionRequest, expand } from '../src/index.js';
import { chain, direction, distances, linkTo, type Sketch, sketch, steps, toGraphs } from './support.js';

const UNBOUNDED = { maxNodes: 1000, maxEdges: 1000 };

const scene = fc
  .record({ sketch, direction, depth: fc.integer({ min: 0, max: 5 }), seeds: fc.array(fc.nat(), { maxLength: 4 }) })
  .map(({ seeds, ...rest }) => ({ ...rest, roots: seeds.map((seed) => seed % rest.sketch.size) }));

/** Returns the complete neighbourhood, computed directly from the rules. */
function everything(
  graph: Sketch,
  { roots, direction, depth }: Pick<ExpansionRequest, 'roots' | 'direction' | 'depth'>,
) {
  const named = [...roots];
  const near = [...distances(graph, named, direction)].filter(([, distance]) => distance <= depth);
  const nodes = near.map(([node, distance]) => ({ node, distance }));
  const walked = new Set<string>();
  for (const [node] of near) {
    const ends = (way: 'outgoing' | 'incoming') =>
      direction === 'both' || direction === way ? steps(graph, node, way, named).filter((to) => has(nodes, to)) : [];
    for (const target of ends('outgoing')) walked.add(`${node}>${target}`);
    for (const source of ends('incoming')) walked.add(`${source}>${node}`);
  }
  return { nodes, edges: walked };
}

const has = (nodes: { node: number }[], node: number) => nodes.some((reached) => reached.node === node);
const formatEdges = (edges: Edge[]) => edges.map(({ source, target }) => `${source}>${target}`);

describe('expand', () => {
  it('returns the reachable nodes in order, and every followed link between them once', () => {
    fc.assert(
      fc.property(scene, ({ sketch, ...request }) => {
        const whole = everything(sketch, request);
        for (const graph of toGraphs(sketch)) {
          const found = expand(graph, { ...request, ...UNBOUNDED });
          expect(found.nodes).toEqual(whole.nodes);
          expect(formatEdges(found.edges).sort()).toEqual([...whole.edges].sort());
          expect(found).toMatchObject({ truncated: false, truncatedBy: null, completedDepth: request.depth });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('stays within maxNodes and maxEdges, and reports exactly what was left out', () => {
    const ceilings = fc.record({ maxNodes: fc.integer({ min: 1, max: 10 }), maxEdges: fc.nat(8) });
    fc.assert(
      fc.property(scene, ceilings, ({ sketch, ...request }, { maxNodes, maxEdges }) => {
        for (const graph of toGraphs(sketch)) {
          const whole = expand(graph, { ...request, ...UNBOUNDED });
          const found = expand(graph, { ...request, maxNodes, maxEdges });
          expect(found.nodes).toEqual(whole.nodes.slice(0, maxNodes).slice(0, found.nodes.length));
          expect(found.edges).toEqual(whole.edges.slice(0, maxEdges).slice(0, found.edges.length));
          const cut = found.nodes.length < whole.nodes.length || found.edges.length < whole.edges.length;
          expect(found.truncated).toBe(cut);
          if (found.truncatedBy === 'nodes') expect(found.nodes.length).toBe(maxNodes);
          if (found.truncatedBy === 'edges') expect(found.edges.length).toBe(maxEdges);
          expect(found.truncatedBy !== null).toBe(cut);
          expect(found.completedDepth).toBe(deepestWhole(found, whole, request.depth));
        }
      }),
      { numRuns: 500 },
    );
  });

  /** Returns the largest distance up to which `found` lacks no node of `whole` and no link between those nodes. */
  function deepestWhole(found: Expansion, whole: Expansion, depth: number): number {
    const distance = new Map(whole.nodes.map((reached) => [reached.node, reached.distance]));
    const missing = [
      ...whole.nodes.slice(found.nodes.length).map((reached) => reached.distance),
      ...whole.edges
        .slice(found.edges.length)
        .map(({ source, target }) => Math.max(distance.get(source)!, distance.get(target)!)),
    ];
    return Math.max(0, Math.min(depth, ...missing.map((at) => at - 1)));
  }

  const reach = (graph: Sketch, roots: number[], direction: ExpansionRequest['direction'] = 'both') =>
    expand(toGraphs(graph)[0]!, { roots, direction, depth: 5, ...UNBOUNDED }).nodes.map(({ node }) => node);

  it('follows the links of a read-only node only from a root, in both directions', () => {
    expect(reach(chain({ readOnly: [1] }), [0])).toEqual([0, 1]);
    expect(reach(chain({ readOnly: [1] }), [0, 1])).toEqual([0, 1, 2, 3]);
    expect(reach(chain({ readOnly: [1] }), [3])).toEqual([3, 2]);
    expect(reach(chain({ readOnly: [1] }), [3], 'incoming')).toEqual([3, 2]);
    expect(reach(chain({ readOnly: [3] }), [0])).toEqual([0, 1, 2, 3]);
  });

  it('never reaches an inactive node, but starts from an inactive root', () => {
    expect(reach(chain({ inactive: [1] }), [0])).toEqual([0]);
    expect(reach(chain({ inactive: [0] }), [0])).toEqual([0, 1, 2, 3]);
    const trashedRoots = expand(toGraphs(chain({ inactive: [0, 1] }))[0]!, {
      roots: [0, 1],
      direction: 'both',
      depth: 0,
      ...UNBOUNDED,
    });
    expect(trashedRoots.edges).toEqual([]);
  });

  it('throws RangeError for an invalid root', () => {
    for (const root of [-1, 0.5, Number.NaN, 2 ** 24]) expect(() => reach(chain({}), [root])).toThrow(RangeError);
    expect(reach(chain({}), [0])).toEqual([0, 1, 2, 3]);
  });

  it('throws RangeError for an invalid neighbour', () => {
    const bounds = { direction: 'both', depth: 2, ...UNBOUNDED } as const;
    for (const node of [-1, 1.5, 2 ** 24])
      expect(() => expand(linkTo(node), { roots: [0], ...bounds })).toThrow(RangeError);
  });

  it('with an unlimited depth ends when nothing is left', () => {
    const request = { roots: [0], direction: 'both', ...UNBOUNDED } as const;
    for (const depth of [2 ** 52, Number.POSITIVE_INFINITY]) {
      for (const graph of toGraphs(chain({}))) {
        const { nodes, completedDepth } = expand(graph, { ...request, depth });
        expect(nodes.map(({ node }) => node)).toEqual([0, 1, 2, 3]);
        expect(completedDepth).toBe(depth);
      }
    }
  });

  it('returns a root that is not in the graph', () => {
    expect(reach(chain({}), [5000])).toEqual([5000]);
  });
});
