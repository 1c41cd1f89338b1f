const DROPPED = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** A heading's anchor as GitHub makes it: lower case, spaces to hyphens, other signs left out. */
export function slugOf(heading: string): string {
  return heading.trim().toLowerCase().replace(DROPPED, '').replaceAll(' ', '-');
}

/** Gives each heading of a note an anchor of its own: repeats get `-1`, `-2` and so on. */
export class Slugger {
  readonly #uses = new Map<string, number>();

  next(heading: string): string {
    const slug = slugOf(heading);
    let uses = this.#uses.get(slug);
    let unique = slug;
    while (uses !== undefined && this.#uses.has(unique)) unique = `${slug}-${++uses}`;
    this.#uses.set(slug, uses ?? 0);
    this.#uses.set(unique, this.#uses.get(unique) ?? 0);
    return unique;
  }
}

/** Every anchor that leads somewhere in a note, without `#`, and the id of the block it leads to. */
export type Anchors = ReadonlyMap<string, string>;

/**
 * The anchor of `anchors` that is meant by one as written, without its `#`: itself, or the slug of the heading whose
 * text it is; of `Chapter#Section` the last counts. Undefined when there is none.
 */
export function findAnchor(anchors: Anchors, written: string): string | undefined {
  const last = written.slice(written.lastIndexOf('#') + 1);
  return [written, last, slugOf(last)].find((anchor) => anchors.has(anchor));
}
