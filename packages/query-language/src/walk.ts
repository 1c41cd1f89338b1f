import type { QueryNode, TextNode } from './types.js';

function children(node: QueryNode): readonly QueryNode[] {
  if (node.type === 'and' || node.type === 'or') return node.children;
  return node.type === 'not' ? [node.child] : [];
}

/** Returns true when `is:trashed` occurs anywhere in a tree, negated or not. */
export function mentionsTrash(node: QueryNode | null): boolean {
  if (node === null) return false;
  return (node.type === 'is' && node.value === 'trashed') || children(node).some(mentionsTrash);
}

/** Returns the text nodes under an even number of negations, which relevance ranks and highlighting marks. */
export function positiveTexts(node: QueryNode | null, negated = false): TextNode[] {
  if (node === null) return [];
  if (node.type === 'text') return negated ? [] : [node];
  return children(node).flatMap((child) => positiveTexts(child, negated !== (node.type === 'not')));
}
