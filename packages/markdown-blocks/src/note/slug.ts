/** Returns a heading's anchor as GitHub makes it: lower case, spaces to hyphens, other signs left out. */
export function toSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Gives each heading of a note a unique anchor: repeats get `-1`, `-2` and so on. */
export class Slugger {
  readonly #uses = new Map<string, number>();

  next(heading: string): string {
    const slug = toSlug(heading);
    let uses = this.#uses.get(slug);
    let unique = slug;
    while (uses !== undefined && this.#uses.has(unique)) unique = `${slug}-${++uses}`;
    this.#uses.set(slug, uses ?? 0);
    this.#uses.set(unique, this.#uses.get(unique) ?? 0);
    return unique;
  }
}

/** Anchors of a note, without `#`, and the ids of the blocks they lead to. */
export type Anchors = ReadonlyMap<string, string>;

/** Names of the anchors of a note. */
export interface AnchorNames {
  has(anchor: string): boolean;
  keys(): Iterable<string>;
}

/** Ids and markers of blocks, which no heading text means. */
const BLOCK = /^(?:\^|blk_)/;

/** Headings of a note by their folded anchors. */
const foldedHeadings = new WeakMap<AnchorNames, ReadonlyMap<string, string>>();

/**
 * Resolves an anchor as written, without its `#`: the anchor itself, the slug of the heading with this text, or else
 * the first heading with the same letters and digits, since a wikilink cannot contain signs such as `|`, and Obsidian
 * writes spaces for them. For `Chapter#Section` the last part counts. Returns undefined when there is none.
 */
export function findAnchor(anchors: AnchorNames, written: string): string | undefined {
  const last = written.slice(written.lastIndexOf('#') + 1);
  const exact = [written, last, toSlug(last)].find((anchor) => anchors.has(anchor));
  if (exact !== undefined || BLOCK.test(last)) return exact;
  return foldHeadings(anchors).get(foldAnchor(toSlug(last)));
}

function foldHeadings(anchors: AnchorNames): ReadonlyMap<string, string> {
  const known = foldedHeadings.get(anchors);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  for (const anchor of anchors.keys()) {
    const folded = foldAnchor(anchor);
    if (folded !== '' && !BLOCK.test(anchor) && !found.has(folded)) found.set(folded, anchor);
  }
  foldedHeadings.set(anchors, found);
  return found;
}

/** Returns an anchor without the hyphens that stand for spaces. */
const foldAnchor = (slug: string): string => slug.replaceAll('-', '');
