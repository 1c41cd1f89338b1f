import type { Attributes, SafeNode } from '../nodes.js';

/** Matches the size at the end of an image's description: `alt|300` or `alt|300x200`, in pixels. */
const SIZE = /\|\s*(\d{1,4})(?:x(\d{1,4}))?\s*$/;

/** Splits the description of an image into its text and its size. */
export function splitSize(described: string): { readonly text: string; readonly size: Attributes } {
  const found = SIZE.exec(described);
  if (found === null) return { text: described, size: {} };
  const [, width = '', height] = found;
  const text = described.slice(0, found.index).trimEnd();
  return { text, size: { width, ...(height !== undefined && { height }) } };
}

/** Adds the size to the placeholder of an image; other nodes have no size. */
export const withSize = (node: SafeNode, size: Attributes): SafeNode =>
  typeof node === 'string' || node.attributes['data-part'] === undefined
    ? node
    : { ...node, attributes: { ...node.attributes, ...size } };
