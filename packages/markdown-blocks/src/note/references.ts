import type { BlockTree } from '../blocks/block-tree.js';
import { frontMatter } from '../front-matter.js';
import { type LinkKind, splitAnchor } from '../target.js';
import { imageTags } from './image-tags.js';
import type { BodyLink } from './links.js';

/** Link of a note's text, or an `<img>`. Offsets are UTF-16. */
export interface Reference {
  /** Kind of the link; `html` for an `<img>`. */
  kind: LinkKind | 'html';
  /** Target with escapes and entities resolved; without its anchor when it points into this service. */
  target: string;
  anchor: string | null;
  start: number;
  end: number;
  /** Start of the target as written, anchor included; for a reference link, in its definition. */
  targetStart: number;
  targetEnd: number;
}

/** Lists the links and images of a note without its front matter: links first, then `<img>`. */
export function listReferences(tree: BlockTree, links: readonly BodyLink[]): Reference[] {
  const from = frontMatter(tree.body)?.end ?? 0;
  const found: Reference[] = links.filter(({ start }) => start >= from).map(toReference);
  for (const { start, end, target, targetStart, targetEnd } of imageTags(tree))
    found.push({ kind: 'html', ...splitAnchor(target.trim()), start, end, targetStart, targetEnd });
  return found;
}

const toReference = ({ kind, target, anchor, start, end, targetStart, targetEnd }: BodyLink): Reference => ({
  kind,
  target,
  anchor,
  start,
  end,
  targetStart,
  targetEnd,
});
