import { Adjacency, expand, graphReport, resolveTitle, shortestPath, titleReference } from '@notes/link-graph';

const fold = (name) => name.normalize('NFC').toLowerCase();
const notes = [
  { id: 1, titleKey: 'plan', fileKey: null, notebookPath: ['work'] },
  { id: 2, titleKey: 'plan', fileKey: null, notebookPath: ['home'] },
  { id: 3, titleKey: 'garden', fileKey: 'garden-2026', notebookPath: ['home'] },
];

const resolve = (text) => resolveTitle(titleReference(text, fold), notes, ['home']);
console.log(resolve('Home/Plan').target.id); // 2
console.log(resolve('garden-2026.md').target.id); // 3
console.log(resolve('Plan').target.id); // 2

// 1 → 2 → 3 → 4, and 5 → 4
const links = Adjacency.from(Int32Array.of(1, 2, 2, 3, 3, 4, 5, 4), 6);
const graph = { links, rules: { isActive: () => true, isReadOnly: () => false } };

const near = expand(graph, { roots: [3], direction: 'both', depth: 2, maxNodes: 4, maxEdges: 20 });
console.log(near.nodes.map(({ node, distance }) => `${node} at ${distance}`)); // [ '3 at 0', '4 at 1', '2 at 1', '5 at 2' ]
console.log(near.truncatedBy, near.completedDepth); // nodes 1

console.log(shortestPath(graph, { from: 1, to: 5, direction: 'both', maxDepth: 6, maxVisits: 1000 }).nodes); // [ 1, 2, 3, 4, 5 ]
console.log(shortestPath(graph, { from: 1, to: 5, direction: 'outgoing', maxDepth: 6, maxVisits: 1000 }).status); // no_path

links.setOutgoing(5, [2]);
console.log(graphReport(graph, [1, 2, 3, 4, 5, 6], { limit: 2 }).hubs); // [ { node: 2, incoming: 2 }, { node: 3, incoming: 1 } ]
