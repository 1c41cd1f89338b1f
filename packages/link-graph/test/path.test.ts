import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PathRequest, shortestPath } from '../src/index.js';
import { chain, direction, distances, linkTo, type Sketch, sketch, steps, toGraphs } from './support.js';

const scene = fc.record({ sketch, direction, a: fc.nat(), b: fc.nat() }).map(({ a, b, sketch, direction }) => ({
  sketch,
  request: { from: a % sketch.size, to: b % sketch.size, direction, maxDepth: 100, maxVisits: 1000 },
}));

/** Returns the number of links on a shortest path, computed directly from the rules; Infinity without a path. */
function computeDistance(sketch: Sketch, { from, to, direction }: PathRequest): number {
  return distances(sketch, [from], direction, [from, to]).get(to) ?? Number.POSITIVE_INFINITY;
}

describe('shortestPath', () => {
  it('finds a shortest path, and returns no_path exactly if there is none', () => {
    fc.assert(
      fc.property(scene, ({ sketch, request }) => {
        const distance = computeDistance(sketch, request);
        for (const graph of toGraphs(sketch)) {
          const { status, nodes, length } = shortestPath(graph, request);
          if (distance === Number.POSITIVE_INFINITY) {
            expect({ status, nodes, length }).toEqual({ status: 'no_path', nodes: [], length: null });
            continue;
          }
          expect({ status, length }).toEqual({ status: 'found', length: distance });
          expect([nodes[0], nodes.at(-1), nodes.length]).toEqual([request.from, request.to, distance + 1]);
          for (const [i, node] of nodes.slice(1).entries()) {
            expect(steps(sketch, nodes[i]!, request.direction, [request.from, request.to])).toContain(node);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('finds a path within maxDepth, and returns depth_exhausted for a longer one', () => {
    fc.assert(
      fc.property(scene, fc.nat(5), ({ sketch, request }, maxDepth) => {
        const distance = computeDistance(sketch, request);
        const { status, length } = shortestPath(toGraphs(sketch)[0]!, { ...request, maxDepth });
        if (distance <= maxDepth) expect({ status, length }).toEqual({ status: 'found', length: distance });
        else if (distance < Number.POSITIVE_INFINITY) expect(status).toBe('depth_exhausted');
        else expect(['no_path', 'depth_exhausted']).toContain(status);
      }),
      { numRuns: 500 },
    );
  });

  it('reads the links of at most maxVisits nodes, with the same result if they suffice', () => {
    fc.assert(
      fc.property(scene, fc.nat(8), ({ sketch, request }, maxVisits) => {
        const graph = toGraphs(sketch)[0]!;
        const free = shortestPath(graph, request);
        const bounded = shortestPath(graph, { ...request, maxVisits });
        if (free.visits <= maxVisits) expect(bounded).toEqual(free);
        else expect(bounded).toEqual({ status: 'budget_exhausted', nodes: [], length: null, visits: maxVisits });
      }),
      { numRuns: 500 },
    );
  });

  const find = (sketch: Sketch, from: number, to: number, fields: Partial<PathRequest> = {}) =>
    shortestPath(toGraphs(sketch)[0]!, { from, to, direction: 'both', maxDepth: 6, maxVisits: 100, ...fields });

  it.each<[string, Partial<Sketch>, [number, number], Partial<PathRequest>, string]>([
    ['one node', {}, [2, 2], { maxDepth: 0, maxVisits: 0 }, 'found'],
    ['along the links', {}, [0, 3], { direction: 'outgoing' }, 'found'],
    ['against the links, direction outgoing', {}, [3, 0], { direction: 'outgoing' }, 'no_path'],
    ['against the links, direction incoming', {}, [3, 0], { direction: 'incoming' }, 'found'],
    ['an isolated node', {}, [0, 4], {}, 'no_path'],
    ['an isolated node, with a depth of one level', {}, [4, 0], { maxDepth: 1 }, 'no_path'],
    ['one link beyond the depth', {}, [0, 3], { maxDepth: 2 }, 'depth_exhausted'],
    ['no budget', {}, [0, 3], { maxVisits: 0 }, 'budget_exhausted'],
    ['over a read-only node', { readOnly: [1] }, [0, 3], {}, 'no_path'],
    ['from a read-only node', { readOnly: [0] }, [0, 3], {}, 'found'],
    ['to a read-only node, against its link', { readOnly: [0] }, [3, 0], {}, 'found'],
    ['over an inactive node', { inactive: [1] }, [0, 3], {}, 'no_path'],
    ['to an inactive node', { inactive: [3] }, [0, 3], {}, 'no_path'],
    ['from an inactive node', { inactive: [0] }, [0, 3], {}, 'found'],
  ])('%s (graph %j, ends %j, options %j): %s', (_, fields, [from, to], request, status) => {
    expect(find(chain(fields), from, to, request).status).toBe(status);
  });

  it('throws RangeError for an invalid neighbour', () => {
    const request = { from: 0, to: 7, direction: 'both', maxDepth: 5, maxVisits: 10 } as const;
    for (const node of [-1, 1.5, 2 ** 24]) expect(() => shortestPath(linkTo(node), request)).toThrow(RangeError);
  });

  it('throws RangeError for an invalid end', () => {
    expect(() => find(chain({}), -1, 2)).toThrow(RangeError);
    expect(() => find(chain({}), 2, 0.5)).toThrow(RangeError);
  });
});
