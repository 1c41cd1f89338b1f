import { type SafeNode, textDirection } from '@notes/markdown-view';

const HEADING = /^h([1-6])$/;

/** Returns the text of a node. */
export const getNodeText = (node: SafeNode): string =>
  typeof node === 'string' ? node : node.children.map(getNodeText).join('');

/** Returns the text that readers see or hear: with alternative texts of images, and a space for a line break. */
export function getShownText(node: SafeNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return ' ';
  const { alt, 'data-part': part, 'data-to': address } = node.attributes;
  if (part === 'remote-image') return alt || address || '';
  return alt ?? node.children.map(getShownText).join('');
}

/** Returns the heading level from 1 to 6; undefined for other nodes. */
export function getHeadingLevel(node: SafeNode): number | undefined {
  const [, digit] = (typeof node !== 'string' && HEADING.exec(node.tag)) || [];
  return digit === undefined ? undefined : Number(digit);
}

/** Returns the `dir` attribute for a right-to-left title; undefined for other titles. */
export const getTitleDirection = (title: string): string | undefined =>
  textDirection(title) === 'rtl' ? 'auto' : undefined;
