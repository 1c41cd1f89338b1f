import type { BlockTree } from '../blocks/parser.js';
import { frontMatter } from '../front-matter.js';
import { classifyTarget, type LinkKind, percentDecoded, splitAnchor } from '../target.js';
import { imageTags } from './image-tags.js';
import type { BodyLink } from './links.js';

/** What shows or links to something by a path, which may be that of a file beside the note. Offsets are UTF-16. */
export interface FileLink {
  /** `html`: an `<img>`. */
  kind: LinkKind | 'html';
  /** The path as a file system has it: escapes and entities resolved, without anchor. */
  path: string;
  anchor: string | null;
  start: number;
  end: number;
  /** The path as written, anchor included; of a reference, in its definition. */
  targetStart: number;
  targetEnd: number;
}

/** The links and images of a note's text, its front matter left out, that name no other thing than a title or a path. */
export function listFileLinks(tree: BlockTree, links: readonly BodyLink[]): FileLink[] {
  const from = frontMatter(tree.body)?.end ?? 0;
  const found: FileLink[] = [];
  for (const link of links) if (link.start >= from && isPath(link)) found.push(fileLink(link));
  for (const tag of imageTags(tree)) {
    const target = splitAnchor(tag.target.trim());
    if (isPath({ kind: 'image', ...target })) found.push(fileLink({ ...tag, ...target, kind: 'html' }));
  }
  return found;
}

const isPath = (link: Pick<BodyLink, 'kind' | 'target' | 'anchor'>) => classifyTarget(link).type === 'title';

type Named = Omit<FileLink, 'path'> & { target: string };

function fileLink({ kind, target, anchor, start, end, targetStart, targetEnd }: Named): FileLink {
  const path = kind === 'wikilink' || kind === 'embed' ? target : percentDecoded(target);
  return { kind, path, anchor, start, end, targetStart, targetEnd };
}
