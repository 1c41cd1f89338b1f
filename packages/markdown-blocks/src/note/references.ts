import type { BlockTree } from '../blocks/parser.js';
import { frontMatter } from '../front-matter.js';
import { type LinkKind, splitAnchor } from '../target.js';
import { imageTags } from './image-tags.js';
import type { BodyLink } from './links.js';

/** A link of a note's text, or an `<img>`. Offsets are UTF-16. */
export interface Reference {
  /** `html`: an `<img>`. */
  kind: LinkKind | 'html';
  /** Escapes and entities resolved; without its anchor when it points at something of ours. */
  target: string;
  anchor: string | null;
  start: number;
  end: number;
  /** The target as written, anchor included; of a reference link, in its definition. */
  targetStart: number;
  targetEnd: number;
}

/** What the text of a note leads to and shows, its front matter left out: links first, then `<img>`. */
export function listReferences(tree: BlockTree, links: readonly BodyLink[]): Reference[] {
  const from = frontMatter(tree.body)?.end ?? 0;
  const found: Reference[] = links.filter(({ start }) => start >= from).map(ofLink);
  for (const { start, end, target, targetStart, targetEnd } of imageTags(tree))
    found.push({ kind: 'html', ...splitAnchor(target.trim()), start, end, targetStart, targetEnd });
  return found;
}

const ofLink = ({ kind, target, anchor, start, end, targetStart, targetEnd }: BodyLink): Reference => ({
  kind,
  target,
  anchor,
  start,
  end,
  targetStart,
  targetEnd,
});
