import type { BlockTree } from '../blocks/block-tree.js';
import { bodyRange, type LeafText } from '../blocks/leaf-text.js';
import type { InlineLink } from '../inline/inline-link.js';
import { scanInline } from '../inline/scan.js';
import { scanWikilinks } from '../inline/scan-wikilinks.js';
import type { LineIndex } from '../locator.js';
import type { LinkKind } from '../target.js';
import { frontMatterText, inlineLeaves } from './inline-leaves.js';

/** Link, wikilink, embed, image or autolink of a note, with its target and position. */
export interface Link {
  kind: LinkKind;
  /** Destination with escapes and entities resolved; without its anchor when it points into this service. */
  target: string;
  anchor: string | null;
  /** Link text, plain, on one line, at most 200 UTF-16 units. */
  text: string;
  /** Line and column from 1; the column in code points. */
  line: number;
  column: number;
  /** UTF-8 offsets of the whole link; `endByte` is exclusive. */
  startByte: number;
  endByte: number;
  /** Start of the destination as written, anchor included; for a reference, in its definition. */
  targetStartByte: number;
  targetEndByte: number;
}

/** Link with its offsets in UTF-16 units of the body. */
export type BodyLink = Pick<InlineLink, 'kind' | 'target' | 'anchor' | 'text' | 'start' | 'end'> & {
  targetStart: number;
  targetEnd: number;
};

/**
 * Reads the first `limit` links of a note in order of start; front matter has only wikilinks and embeds. `more` is true
 * when there are others.
 */
export function readLinks(tree: BlockTree, limit: number): { links: BodyLink[]; more: boolean } {
  const links: BodyLink[] = [];
  const yaml = frontMatterText(tree);
  if (yaml !== null) scanWikilinks(yaml.text, (link) => links.push(toBodyLink(yaml, link)), limit + 1);
  for (const leaf of inlineLeaves(tree)) {
    const wanted = limit + 1 - links.length;
    scanInline(leaf.text, tree.definitions, (link) => links.push(toBodyLink(leaf, link)), wanted);
    if (links.length > limit) break;
  }
  return { links: links.slice(0, limit), more: links.length > limit };
}

function toBodyLink(leaf: LeafText, link: InlineLink): BodyLink {
  const { kind, target, anchor, text, definition } = link;
  const [start, end] = bodyRange(leaf, link.start, link.end);
  const [targetStart, targetEnd] =
    definition === null
      ? bodyRange(leaf, link.targetStart, link.targetEnd)
      : [definition.destinationStart, definition.destinationEnd];
  return { kind, target, anchor, text, start, end, targetStart, targetEnd };
}

/** Adds lines, columns and bytes to links. */
export function locateLinks(links: readonly BodyLink[], locator: LineIndex): Link[] {
  return links.map(({ kind, target, anchor, text, start, end, targetStart, targetEnd }) => {
    const { line, column, byte } = locator.locate(start);
    const targetStartByte = locator.locate(targetStart).byte;
    const targetEndByte = locator.locate(targetEnd).byte;
    const endByte = locator.locate(end).byte;
    return { kind, target, anchor, text, line, column, startByte: byte, endByte, targetStartByte, targetEndByte };
  });
}
