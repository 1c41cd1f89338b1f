import type { BlockTree } from '../blocks/block-tree.js';
import { frontMatter } from '../front-matter.js';
import { type LinkKind, splitAnchor } from '../target.js';
import { fileTags } from './file-tags.js';
import type { BodyLink } from './links.js';

/** Link of a note's text, or a tag that shows or links a file. Offsets are UTF-16. */
export interface Reference {
  /** Kind of the link; `html` for a tag that shows a file, such as `<img>`, and `html-link` for an `<a>`. */
  kind: LinkKind | 'html' | 'html-link';
  /** Target with escapes and entities resolved; without its anchor when it points into this service. */
  target: string;
  anchor: string | null;
  start: number;
  end: number;
  /** Start of the target as written, anchor included; for a reference link, in its definition. */
  targetStart: number;
  targetEnd: number;
  /** Set for a wikilink or embed in front matter, where its text is part of YAML. */
  inFrontMatter?: true;
}

/** Returns the kind of link in Markdown whose targets a reference follows. */
export function toLinkKind(kind: Reference['kind']): LinkKind {
  if (kind === 'html') return 'image';
  return kind === 'html-link' ? 'link' : kind;
}

/** Lists the links and images of a note: links first, then tags. Front matter has only wikilinks and embeds. */
export function listReferences(tree: BlockTree, links: readonly BodyLink[]): Reference[] {
  const from = frontMatter(tree.body)?.end ?? 0;
  const found = links.map((link): Reference => {
    const reference = toReference(link);
    return link.start < from ? { ...reference, inFrontMatter: true } : reference;
  });
  for (const { name, start, end, target, targetStart, targetEnd } of fileTags(tree)) {
    const kind = name === 'a' ? 'html-link' : 'html';
    found.push({ kind, ...splitAnchor(target.trim()), start, end, targetStart, targetEnd });
  }
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
