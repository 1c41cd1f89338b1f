import type { SafeNode } from '@notes/markdown-view';

const HEADING = /^h([1-6])$/;

export const textOf = (node: SafeNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

/** From 1; undefined of what is no heading. */
export function headingLevel(node: SafeNode): number | undefined {
  const [, digit] = (typeof node !== 'string' && HEADING.exec(node.tag)) || [];
  return digit === undefined ? undefined : Number(digit);
}
