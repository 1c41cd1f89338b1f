import { expectLinear } from '@notes/tooling/expect-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Adjacency } from '../src/index.js';
import { readRow } from './support.js';

const node = fc.oneof({ weight: 6, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(400) });
const pairs = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 60 });
const changes = fc.array(fc.tuple(node, fc.array(node, { maxLength: 8 })), { maxLength: 20 });
/** Changes in such numbers that they are folded in, sometimes repeatedly. */
const manyChanges = fc.array(fc.tuple(fc.nat(200), fc.array(fc.nat(200), { maxLength: 8 })), {
  minLength: 150,
  maxLength: 300,
});

/** Reference adjacency: a set of targets for each source. */
class Model {
  #targets = new Map<number, Set<number>>();
  maxNode = 20;

  set(source: number, targets: Iterable<number>) {
    const set = new Set(targets);
    set.delete(source);
    this.#targets.set(source, set);
    this.maxNode = Math.max(this.maxNode, source, ...set);
  }

  add(source: number, target: number) {
    this.set(source, [...this.outgoing(source), target]);
  }

  outgoing(source: number) {
    return [...(this.#targets.get(source) ?? [])].sort((a, b) => a - b);
  }

  incoming(target: number) {
    return [...this.#targets.keys()].filter((s) => this.#targets.get(s)!.has(target)).sort((a, b) => a - b);
  }

  get linkCount() {
    return [...this.#targets.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

function expectSame(graph: Adjacency, model: Model) {
  for (let node = 0; node <= model.maxNode + 1; node++) {
    expect(readRow(graph, 'outgoing', node)).toEqual(model.outgoing(node));
    expect(readRow(graph, 'incoming', node)).toEqual(model.incoming(node));
  }
  expect(graph.linkCount).toBe(model.linkCount);
}

/** Returns a graph and its model after equal pairs and changes. */
function both(pairs: [number, number][], changes: [number, number[]][]) {
  const graph = Adjacency.from(Int32Array.from(pairs.flat()), 20);
  const model = new Model();
  for (const [source, target] of pairs) model.add(source, target);
  for (const [source, targets] of changes) {
    graph.setOutgoing(source, targets);
    model.set(source, targets);
  }
  return { graph, model };
}

describe('Adjacency', () => {
  it('returns the links of its pairs and changes, outgoing and incoming', () => {
    fc.assert(
      fc.property(pairs, changes, (pairs, changes) => {
        const { graph, model } = both(pairs, changes);
        expectSame(graph, model);
      }),
      { numRuns: 300 },
    );
  });

  it('returns the same links after it compacted its changes', () => {
    fc.assert(
      fc.property(pairs, manyChanges, (pairs, changes) => {
        const { graph, model } = both(pairs, changes);
        expectSame(graph, model);
      }),
      { numRuns: 10 },
    );
  });

  it('returns the same links when it is read between its changes', () => {
    fc.assert(
      fc.property(pairs, changes, fc.array(fc.boolean()), (pairs, changes, reads) => {
        const { graph, model } = both(pairs, []);
        for (const [n, [source, targets]] of changes.entries()) {
          graph.setOutgoing(source, targets);
          model.set(source, targets);
          if (reads[n]) expectSame(graph, model);
        }
        expectSame(graph, model);
      }),
      { numRuns: 100 },
    );
  });

  it('takes linear time to link many nodes to one, and to remove these links', () => {
    const linkAll = (graph: Adjacency) => {
      for (const targets of [[0], []])
        for (let node = 1; node <= graph.maxNode; node++) graph.setOutgoing(node, targets);
      expect(graph.linkCount).toBe(0);
    };
    expectLinear((size) => Adjacency.from([], Math.floor(size)), linkAll, 40_000);
  });

  it('moves to another thread, accepts changes there, and is empty here', () => {
    fc.assert(
      fc.property(pairs, changes, changes, (pairs, before, after) => {
        const { graph, model } = both(pairs, before);
        const { parts, transfer } = graph.toTransfer();
        expect([graph.linkCount, graph.maxNode, readRow(graph, 'outgoing', 0)]).toEqual([0, 0, []]);
        const there = Adjacency.fromTransfer(structuredClone(parts, { transfer }));
        expect(transfer.every(({ byteLength }) => byteLength === 0)).toBe(true);
        for (const [source, targets] of after) {
          there.setOutgoing(source, targets);
          model.set(source, targets);
        }
        expectSame(there, model);
      }),
      { numRuns: 100 },
    );
  });

  it('takes memory in proportion to its links, not to the number of changes', () => {
    const size = 2000;
    const ring = Array.from({ length: size }, (_, node) => [node, (node + 1) % size]).flat();
    const graph = Adjacency.from(ring, size - 1);
    const fresh = graph.byteLength;
    expect(fresh).toBe(4 * (2 * size + 2 * (size + 1)));
    for (let i = 0; i < 50; i++) graph.setOutgoing(0, [1 + (i % 2)]);
    expect(graph.byteLength).toBeLessThan(fresh + 1000);
    let most = 0;
    for (let i = 0; i < 20_000; i++) {
      graph.setOutgoing(i % size, [(i * 7) % size]);
      most = Math.max(most, graph.byteLength);
    }
    // Both directions have at most the minimal bound of changes and one further row.
    expect(most).toBeLessThan(fresh + 2 * 4 * (4096 + 2000));
    expect(graph.linkCount).toBeLessThanOrEqual(size);
  });

  it('throws RangeError for an invalid node, and stays unchanged', () => {
    const graph = Adjacency.from([0, 1], 1);
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 24]) {
      expect(() => graph.setOutgoing(0, [0, wrong])).toThrow(RangeError);
      expect(() => graph.setOutgoing(wrong, [0])).toThrow(RangeError);
      expect(() => Adjacency.from([0, wrong], 1)).toThrow(RangeError);
      expect(() => Adjacency.from([], wrong)).toThrow(RangeError);
    }
    expect(() => Adjacency.from([0, 2], 1)).toThrow('Node 2 is larger than maxNode, 1');
    expect(() => Adjacency.from([0], 1)).toThrow('the last source has no target');
    expect(readRow(graph, 'outgoing', 0)).toEqual([1]);
    expect(readRow(graph, 'outgoing', -1)).toEqual([]);
  });
});
