const DROPPED = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** Returns a heading's anchor as GitHub makes it: lower case, spaces to hyphens, other signs left out. */
export function toSlug(heading: string): string {
  return heading.trim().toLowerCase().replace(DROPPED, '').replaceAll(' ', '-');
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

/**
 * Resolves an anchor as written, without its `#`: the anchor itself, or the slug of the heading with this text. For
 * `Chapter#Section` the last part counts. Returns undefined when there is none.
 */
export function findAnchor(anchors: Anchors, written: string): string | undefined {
  const last = written.slice(written.lastIndexOf('#') + 1);
  return [written, last, toSlug(last)].find((anchor) => anchors.has(anchor));
}
