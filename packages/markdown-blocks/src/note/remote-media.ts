import type { BlockTree } from '../blocks/block-tree.js';
import type { LineIndex } from '../locator.js';
import { imageTags } from './file-tags.js';
import type { BodyLink } from './links.js';

/** Image that is loaded from another host when the note is shown. */
export interface RemoteMedia {
  /** Syntax: `![…](…)` and references, or an `<img>`. */
  kind: 'image' | 'html';
  /** Address with escapes and entities resolved; it begins with `http:`, `https:` or `//`. */
  url: string;
  /** Line and column from 1; the column in code points. */
  line: number;
  column: number;
  /** UTF-8 offsets of the whole image; `endByte` is exclusive. */
  startByte: number;
  endByte: number;
  /** Start of the address as written, in UTF-16 units of the body; for a reference, in its definition. */
  targetStart: number;
  targetEnd: number;
}

type Found = Pick<RemoteMedia, 'kind' | 'targetStart' | 'targetEnd'> & Pick<BodyLink, 'target' | 'start' | 'end'>;

const REMOTE = /^\s*(?:https?:)?\/\//i;

/** Lists the first `limit` remote images of a note in order of start; Markdown images are taken from `links`. */
export function listRemoteMedia(
  tree: BlockTree,
  links: readonly BodyLink[],
  locator: LineIndex,
  limit: number,
): RemoteMedia[] {
  const images = links.filter(isRemoteImage).map((link): Found => ({ ...link, kind: 'image' }));
  const tags: Found[] = [];
  for (const tag of remoteTags(tree)) if (tags.push(tag) === limit) break;
  const first = [...images, ...tags].sort((a, b) => a.start - b.start).slice(0, limit);
  return first.map(({ kind, target, start, end, targetStart, targetEnd }) => {
    const { line, column, byte } = locator.locate(start);
    const endByte = locator.locate(end).byte;
    return { kind, url: target.trim(), line, column, startByte: byte, endByte, targetStart, targetEnd };
  });
}

export function hasRemoteMedia(tree: BlockTree, links: readonly BodyLink[]): boolean {
  return links.some(isRemoteImage) || remoteTags(tree).next().done === false;
}

const isRemoteImage = ({ kind, target }: BodyLink) => kind === 'image' && REMOTE.test(target);

function* remoteTags(tree: BlockTree): Generator<Found> {
  for (const tag of imageTags(tree)) if (REMOTE.test(tag.target)) yield { ...tag, kind: 'html' };
}
