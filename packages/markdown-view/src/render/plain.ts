import type { SafeNode } from '../nodes.js';

/** Returns the readable text of nodes, without marks. */
export function plainText(nodes: readonly SafeNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : (node.attributes.alt ?? plainText(node.children))))
    .join('');
}
