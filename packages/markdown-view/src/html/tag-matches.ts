import type { HtmlTag } from './read-html.js';

/** Pairs of opening and closing tags among the siblings of a text, by name. Pairs may overlap. */
export class TagMatches {
  /** Offsets of the opening tags of each name that are not closed yet. */
  readonly #opened = new Map<string, number[]>();
  readonly #matched = new Set<number>();

  /** Adds a tag; tags are added in the order of the text. */
  add({ type, name }: HtmlTag, offset: number): void {
    const opened = this.#opened.get(name);
    if (type === 'open') {
      if (opened === undefined) this.#opened.set(name, [offset]);
      else opened.push(offset);
      return;
    }
    const partner = opened?.pop();
    if (partner !== undefined) this.#matched.add(partner).add(offset);
  }

  /** Returns true for the offset of a tag that has a partner. */
  has(offset: number): boolean {
    return this.#matched.has(offset);
  }
}
