import type { Tree } from '@lezer/common';
import { closingTags } from './html.js';

const HTML = /^HTML(?:Tag|Block)$/;

/** Closing tags of HTML elements that hide their content, outside of code. */
export class Closings {
  readonly #source: string;
  readonly #tree: Tree;
  /** Ends of closing tags by name, ascending; computed on first use. */
  #ends: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(source: string, tree: Tree) {
    this.#source = source;
    this.#tree = tree;
  }

  /** Returns the end of the first closing tag of a name behind `at`; undefined where there is none. */
  findEndBehind(name: string, at: number): number | undefined {
    this.#ends ??= this.#indexEnds();
    const ends = this.#ends.get(name) ?? [];
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return ends[low];
  }

  #indexEnds(): Map<string, number[]> {
    const ends = new Map<string, number[]>();
    const cursor = this.#tree.cursor();
    do {
      if (!HTML.test(cursor.name)) continue;
      for (const { name, end } of closingTags(this.#source.slice(cursor.from, cursor.to))) {
        const known = ends.get(name);
        if (known === undefined) ends.set(name, [cursor.from + end]);
        else known.push(cursor.from + end);
      }
    } while (cursor.next());
    return ends;
  }
}
