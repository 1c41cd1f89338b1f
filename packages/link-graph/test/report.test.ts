import fc from 'fast-check';
import { expect, it } from 'vitest';
import { graphReport } from '../src/index.js';
import { linkTo, type Sketch, sketch, toGraphs } from './support.js';

/** Returns the reference report, computed from its definition. */
function report({ links, inactive, readOnly }: Sketch, nodes: number[], limit: number) {
  const counted = [...new Set(nodes)].filter((node) => !inactive.includes(node) && !readOnly.includes(node));
  counted.sort((a, b) => a - b);
  const pairs = new Set(
    links
      .filter(([source, target]) => source !== target && counted.includes(source) && counted.includes(target))
      .map(([source, target]) => `${source}>${target}`),
  );
  const incoming = (node: number) => [...pairs].filter((pair) => pair.endsWith(`>${node}`)).length;
  const orphans = counted.filter((node) => incoming(node) === 0);
  const isolated = orphans.filter((node) => ![...pairs].some((pair) => pair.startsWith(`${node}>`)));
  const hubs = counted.map((node) => ({ node, incoming: incoming(node) })).filter((hub) => hub.incoming > 0);
  return {
    noteCount: counted.length,
    linkCount: pairs.size,
    orphanCount: orphans.length,
    isolatedCount: isolated.length,
    hubs: hubs.sort((a, b) => b.incoming - a.incoming).slice(0, limit),
    orphans: orphans.slice(0, limit),
    isolated: isolated.slice(0, limit),
  };
}

it('graphReport returns the complete counts and the first entries of its definition', () => {
  const scene = sketch.chain((sketch) =>
    fc.record({ sketch: fc.constant(sketch), nodes: fc.array(fc.nat(sketch.size - 1)), limit: fc.nat(6) }),
  );
  fc.assert(
    fc.property(scene, fc.boolean(), ({ sketch, nodes, limit }, all) => {
      const of = all ? Array.from({ length: sketch.size }, (_, node) => node) : nodes;
      for (const graph of toGraphs(sketch)) {
        expect(graphReport(graph, of, { limit })).toEqual(report(sketch, of, limit));
      }
    }),
    { numRuns: 500 },
  );
});

it('graphReport throws RangeError for an invalid node', () => {
  const [graph] = toGraphs({ size: 1, links: [], inactive: [], readOnly: [] });
  for (const node of [-1, 0.5, 2 ** 24]) expect(() => graphReport(graph!, [node], { limit: 1 })).toThrow(RangeError);
});

it('graphReport throws RangeError for an invalid neighbour among the nodes', () => {
  for (const node of [-1, 0.5]) expect(() => graphReport(linkTo(node), [0, 1], { limit: 1 })).toThrow(RangeError);
});
