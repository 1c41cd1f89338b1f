// Measures the searches on 100,000 nodes and 500,000 links, next to a bare breadth-first walk over the same arrays. Run
// after `tsc -b`. The ratios matter; times are the median of many starts, in ms, and differ from machine to machine.
import { Adjacency, expand, graphReport, shortestPath } from '../dist/index.js';

const NODES = 100_000;
const LINKS = 500_000;
const CEILINGS = { maxNodes: 5000, maxEdges: 20_000 };
const STARTS = 200;

/** State of xorshift32, so that the graphs are equal in every run. */
let state = 20_261_121;
function random(below) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

function randomPairs() {
  return Int32Array.from({ length: 2 * LINKS }, () => random(NODES));
}

/** Returns links half of which point to nodes that have links already, so that some nodes get very many. */
function preferentialPairs() {
  const pairs = new Int32Array(2 * LINKS);
  for (let i = 0; i < pairs.length; i += 2) {
    pairs[i] = random(NODES);
    pairs[i + 1] = i > 0 && random(2) === 0 ? pairs[2 * random(i / 2) + 1] : random(NODES);
  }
  return pairs;
}

/** Returns the milliseconds of each call. */
function measureTimes(inputs, run) {
  return inputs.map((input) => {
    const started = performance.now();
    run(input);
    return performance.now() - started;
  });
}

const quantile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)];
const ms = (value) => value.toFixed(3).padStart(9);
const ratio = (a, b) => `${(a / b).toFixed(1)}x`.padStart(7);

/**
 * Visits the nodes within `depth` of a root in both directions, and optionally the links between them. This is the
 * minimal work of an expansion.
 */
function bareWalk({ parts, seen, queue, links }, root, depth, withLinks) {
  const rows = [parts.outgoing, parts.incoming];
  let [count, from, found] = [1, 0, 0];
  queue[0] = root;
  seen[root] = 1;
  for (let level = 0; level < depth && count < CEILINGS.maxNodes; level++) {
    for (const end = count; from < end; from++) {
      for (const { starts, cells } of rows) {
        for (let i = starts[queue[from]]; i < starts[queue[from] + 1] && count < CEILINGS.maxNodes; i++) {
          if (seen[cells[i]] === 1) continue;
          seen[cells[i]] = 1;
          queue[count++] = cells[i];
        }
      }
    }
  }
  if (withLinks) {
    const { starts, cells } = parts.outgoing;
    for (let i = 0; i < count; i++) {
      for (let j = starts[queue[i]]; j < starts[queue[i] + 1] && found < CEILINGS.maxEdges; j++) {
        if (seen[cells[j]] === 0) continue;
        links[2 * found] = queue[i];
        links[2 * found++ + 1] = cells[j];
      }
    }
  }
  for (let i = 0; i < count; i++) seen[queue[i]] = 0;
  return count + found;
}

function benchExpansion(graph, bare, roots) {
  console.log('  expansion both ways      nodes   edges   median      p95   bare walk  ratio   with links  ratio');
  for (let depth = 1; depth <= 5; depth++) {
    const search = (root) => expand(graph, { roots: [root], direction: 'both', depth, ...CEILINGS });
    const reached = roots.map(search);
    const mean = (of) => Math.round(reached.reduce((sum, found) => sum + of(found).length, 0) / roots.length);
    const times = measureTimes(roots, search);
    const [nodes, links] = [false, true].map((withLinks) => {
      const walk = (root) => bareWalk(bare, root, depth, withLinks);
      roots.forEach(walk);
      return quantile(measureTimes(roots, walk), 0.5);
    });
    const median = quantile(times, 0.5);
    const counts = [mean((found) => found.nodes), mean((found) => found.edges)].map((n) => String(n).padStart(8));
    const [label, p95] = [`    depth ${depth}`.padEnd(22), ms(quantile(times, 0.95))];
    console.log(
      label + counts.join(''),
      ms(median),
      p95,
      ms(nodes),
      ratio(median, nodes),
      ms(links),
      ratio(median, links),
    );
  }
}

function benchPath(graph, roots) {
  for (const direction of ['both', 'outgoing']) {
    const ends = roots.map((from, i) => ({ from, to: roots[(i + 1) % roots.length] }));
    const search = (end) => shortestPath(graph, { ...end, direction, maxDepth: 6, maxVisits: 10_000 });
    const found = ends.map(search);
    const times = measureTimes(ends, search);
    const share = found.filter(({ status }) => status === 'found').length / found.length;
    const visits = Math.round(found.reduce((sum, path) => sum + path.visits, 0) / found.length);
    const text = `found ${(100 * share).toFixed(0)} %, ${visits} visits, median ${ms(quantile(times, 0.5))}`;
    console.log(`  path to depth 6, ${direction.padEnd(8)} ${text}, worst ${ms(quantile(times, 1))}`);
  }
}

function benchReport(graph) {
  const nodes = Int32Array.from({ length: NODES }, (_, node) => node);
  const times = measureTimes(Array(20).fill(50), (limit) => graphReport(graph, nodes, { limit }));
  console.log(`  report                  ${ms(quantile(times, 0.5))}, worst ${ms(quantile(times, 1))}`);
}

/** Measures changes: notes of ten links are saved repeatedly. It runs last, because it changes the graph. */
function benchChange(graph, roots) {
  const change = (node) =>
    graph.links.setOutgoing(
      node,
      Array.from({ length: 10 }, () => random(NODES)),
    );
  const times = measureTimes(Array(50).fill(roots).flat(), change);
  const bytes = (graph.links.byteLength / 1e6).toFixed(1);
  console.log(
    `  change of ten links     ${ms(quantile(times, 0.5))}, worst ${ms(quantile(times, 1))}, then ${bytes} MB`,
  );
}

for (const [name, pairs] of [
  ['random', randomPairs()],
  ['preferential', preferentialPairs()],
]) {
  const builds = measureTimes(Array(7).fill(pairs), () => Adjacency.from(pairs, NODES - 1));
  const { parts } = Adjacency.from(pairs, NODES - 1).toTransfer();
  const graph = {
    links: Adjacency.fromTransfer(parts),
    rules: { isActive: (node) => flags[node] === 0, isReadOnly: (node) => flags[node] === 2 },
  };
  const flags = new Uint8Array(NODES);
  const bare = { parts, seen: new Uint8Array(NODES), queue: new Int32Array(NODES), links: new Int32Array(2 * LINKS) };
  const roots = Array.from({ length: STARTS }, () => random(NODES));
  const { linkCount, byteLength } = graph.links;
  console.log(`${name}: ${NODES} nodes, ${linkCount} links`);
  console.log(`  build                   ${ms(quantile(builds, 0.5))}, ${(byteLength / 1e6).toFixed(1)} MB`);
  benchExpansion(graph, bare, roots);
  benchPath(graph, roots);
  benchReport(graph);
  benchChange(graph, roots);
}
