import { type SafeNode, textDirection } from '@notes/markdown-view';

const HEADING = /^h([1-6])$/;

/** Returns the text of a node. */
export const textOf = (node: SafeNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

/** Returns the heading level from 1 to 6; undefined for other nodes. */
export function headingLevel(node: SafeNode): number | undefined {
  const [, digit] = (typeof node !== 'string' && HEADING.exec(node.tag)) || [];
  return digit === undefined ? undefined : Number(digit);
}

/** Returns the `dir` attribute for a right-to-left title; undefined for other titles. */
export const titleDirection = (title: string): string | undefined =>
  textDirection(title) === 'rtl' ? 'auto' : undefined;
