import type { SafeNode } from '../nodes.js';

/** What can be read of nodes, without their marks. */
export function plainText(nodes: readonly SafeNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : (node.attributes.alt ?? plainText(node.children))))
    .join('');
}
