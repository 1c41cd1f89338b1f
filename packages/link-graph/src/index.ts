export { Adjacency, type AdjacencyParts, type AdjacencyTransfer } from './adjacency.js';
export type { Csr } from './csr.js';
export { type Edge, type Expansion, type ExpansionRequest, expand, type ReachedNode } from './expand.js';
export { type PathRequest, type PathResult, type PathStatus, shortestPath } from './path.js';
export { type GraphReport, graphReport, type Hub } from './report.js';
export {
  type Fold,
  fileKey,
  referenceKey,
  resolveTitle,
  type TitleCandidate,
  type TitleReference,
  type TitleResolution,
  titleKeys,
  titleReference,
} from './titles.js';
export { type Direction, type LinkGraph, MAX_NODE, type Neighbours, type NodeRules, type Span } from './types.js';
