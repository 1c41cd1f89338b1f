import { printNode } from './canonical.js';
import type { QueryNode } from './types.js';

/** Nested lists of one kind become one, without repeats, in the order of their canonical text; null for an empty one. */
function list(type: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode | null {
  const unique = new Map<string, QueryNode>();
  for (const node of nodes) {
    for (const child of node.type === type ? node.children : [node]) unique.set(printNode(child), child);
  }
  const children = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, child]) => child);
  return children.length > 1 ? { type, children } : (children[0] ?? null);
}

/** All of `nodes`; null when there are none. */
export const all = (nodes: readonly QueryNode[]): QueryNode | null => list('and', nodes);

/** Any of `nodes`; null when there are none. */
export const any = (nodes: readonly QueryNode[]): QueryNode | null => list('or', nodes);

/** The opposite; two negations are none. */
export const not = (node: QueryNode): QueryNode => (node.type === 'not' ? node.child : { type: 'not', child: node });
