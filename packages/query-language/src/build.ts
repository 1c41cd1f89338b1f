import { printNode } from './canonical.js';
import type { QueryNode } from './types.js';

/** Flattens nested lists of one kind, removes repeats and sorts by canonical text; null for an empty list. */
function list(type: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode | null {
  const unique = new Map<string, QueryNode>();
  for (const node of nodes) {
    for (const child of node.type === type ? node.children : [node]) unique.set(printNode(child), child);
  }
  const children = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, child]) => child);
  return children.length > 1 ? { type, children } : (children[0] ?? null);
}

/** Returns the conjunction of `nodes`; null when there are none. */
export const all = (nodes: readonly QueryNode[]): QueryNode | null => list('and', nodes);

/** Returns the disjunction of `nodes`; null when there are none. */
export const any = (nodes: readonly QueryNode[]): QueryNode | null => list('or', nodes);

/** Returns the negation; a double negation is removed. */
export const not = (node: QueryNode): QueryNode => (node.type === 'not' ? node.child : { type: 'not', child: node });
