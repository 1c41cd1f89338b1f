import { findAnchor } from '@notes/markdown-blocks';
import { element, type RenderedBlock, type SafeElement, type SafeNode } from '../nodes.js';
import { measureBlock } from './measure.js';

/** Part of a note, for display in another one. */
export interface RenderedPart {
  readonly blocks: readonly RenderedBlock[];
  /** True when the part is longer than the limit and ends early. */
  readonly isTruncated: boolean;
}

/** Part of a page, for display in another one. */
export interface PagePart {
  readonly nodes: readonly SafeNode[];
  /** True when the part is longer than the limit and ends early. */
  readonly isTruncated: boolean;
}

/** Bounds of a part of a page. */
export interface PagePartOptions {
  /** Anchor of a heading or block; empty for the whole page. */
  readonly at: string;
  /** Most characters of JSON. Only the first block may be longer. */
  readonly limit: number;
}

const HEADING = /^h([1-6])$/;

/**
 * Selects the section or block at an anchor from the nodes of a page, or all of them. Undefined when the page has no
 * such anchor.
 */
export function selectPagePart(nodes: readonly SafeNode[], { at, limit }: PagePartOptions): PagePart | undefined {
  const blocks = nodes.map((node, index) => toBlock(node, index + 1));
  const selected = at === '' ? blocks : selectBlocks(blocks, at);
  if (selected === undefined) return undefined;
  const { blocks: kept, isTruncated } = cutBlocks(selected, limit);
  return { nodes: kept.map(({ json }) => JSON.parse(json) as SafeNode), isTruncated };
}

/** Selects the blocks that an anchor names: a section, or the block or item of a marker; undefined where there is none. */
export function selectBlocks(blocks: readonly RenderedBlock[], at: string): readonly RenderedBlock[] | undefined {
  const names = blocks.flatMap(({ anchors }) => anchors);
  const anchor = findAnchor(new Set(names), at);
  const index = blocks.findIndex(({ anchors }) => anchor !== undefined && anchors.includes(anchor));
  const block = blocks[index];
  if (anchor === undefined || block === undefined) return undefined;
  const node = JSON.parse(block.json) as SafeNode;
  const level = getLevel(node);
  const before = blocks[index - 1];
  // A marker alone in a paragraph names the block before.
  if (isMarker(node) && before !== undefined) return [before];
  if (level === undefined) return [toBlock(findNode(node, anchor) ?? node, block.line)];
  const end = blocks.findIndex((next, place) => place > index && isSectionEnd(next, level));
  return blocks.slice(index, end === -1 ? undefined : end);
}

const isMarker = (node: SafeNode): boolean =>
  typeof node !== 'string' && node.tag === 'p' && node.children.every((child) => child === '');

function isSectionEnd({ json }: RenderedBlock, level: number): boolean {
  if (json.includes('"data-part":"footnotes"')) return true;
  const own = json.startsWith('{"tag":"h') ? getLevel(JSON.parse(json) as SafeNode) : undefined;
  return own !== undefined && own <= level;
}

function getLevel(node: SafeNode): number | undefined {
  const digit = typeof node === 'string' ? undefined : HEADING.exec(node.tag)?.[1];
  return digit === undefined ? undefined : Number(digit);
}

/** Returns the element with an anchor; an item of a list within a list of its own. */
function findNode(node: SafeNode, anchor: string): SafeNode | undefined {
  if (typeof node === 'string') return undefined;
  if (node.attributes['data-anchor'] === anchor) return node.tag === 'li' ? element('ul', [node]) : toOwnBlock(node);
  for (const child of node.children) {
    const found = findNode(child, anchor);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An anchor without text stands for the block that it is in. */
const toOwnBlock = (node: SafeElement): SafeNode | undefined => (node.children.length === 0 ? undefined : node);

const toBlock = (node: SafeNode, line: number): RenderedBlock => ({
  line,
  json: JSON.stringify(node),
  ...measureBlock(node),
});

/** Keeps the first blocks whose JSON has at most `limit` characters in total; the first block may be longer. */
export function cutBlocks(blocks: readonly RenderedBlock[], limit: number): RenderedPart {
  let size = 0;
  const kept: RenderedBlock[] = [];
  for (const block of blocks) {
    size += block.json.length;
    if (size > limit && kept.length > 0) break;
    kept.push(block);
  }
  return { blocks: kept, isTruncated: kept.length < blocks.length };
}
