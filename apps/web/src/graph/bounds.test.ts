import { expect, test } from 'vitest';
import { type Graph, type GraphParameters, getNotice, graphLimits, parseParameters, toQueryFields } from './bounds.js';

const question: GraphParameters = {
  roots: ['doc_a', 'doc_b'],
  direction: 'incoming',
  depth: 3,
  nodes: 500,
  edges: 2_000,
};
const graph = (part: Partial<Graph>): Graph => ({
  nodes: [],
  edges: [],
  truncated: true,
  truncated_by: 'nodes',
  requested_depth: 3,
  completed_depth: 1,
  ...part,
});

test('parseParameters reads the parameters that toQueryFields wrote', () => {
  expect(parseParameters(new URLSearchParams(toQueryFields(question)))).toEqual(question);
});

test('parseParameters replaces numbers out of bounds by the defaults', () => {
  const parameters = parseParameters(new URLSearchParams('depth=9&nodes=0&edges=x&direction=toString2'));
  expect(parameters).toEqual({ roots: [], direction: 'both', depth: 1, nodes: 500, edges: 2_000 });
});

test('getNotice returns undefined for a complete graph', () => {
  expect(getNotice(graph({ truncated: false, truncated_by: null, completed_depth: 3 }), question)).toBeUndefined();
});

test('a notice names the limit, the complete depth, and the actions that change them', () => {
  expect(getNotice(graph({}), question)).toEqual({
    stop: 'Stopped at the limit of 500 notes.',
    depthText: 'Depth 1 is complete, depth 2 is not.',
    actions: [
      { label: 'Raise limit to 1,000', part: { nodes: 1_000 } },
      { label: 'Lower depth to 1', part: { depth: 1 } },
    ],
  });
});

test('a notice offers no limit above the maximum and no depth of 0', () => {
  const edges = graphLimits.edges.max;
  expect(getNotice(graph({ truncated_by: 'edges', completed_depth: 0 }), { ...question, edges })).toEqual({
    stop: 'Stopped at the limit of 20,000 links.',
    depthText: 'Depth 1 is incomplete.',
    actions: [],
  });
});
