import type { TextNode } from './types.js';

/** Finds a phrase in a stream of tokens, in linear time (Knuth, Morris, Pratt 1977). */
export class PhraseFinder {
  /** All terms but the last one, which may be a prefix and is compared separately. */
  private readonly head: readonly string[];
  private readonly last: string;
  private readonly prefix: boolean;
  /**
   * Border lengths (the KMP failure function): for each prefix of `head`, its longest proper prefix that is also its
   * suffix.
   */
  private readonly borders: number[] = [];
  /** Number of terms of `head` that the stream ends with. */
  private matched = 0;
  private readonly starts: number[] = [];
  private seen = 0;

  constructor({ terms, prefix }: Pick<TextNode, 'terms' | 'prefix'>) {
    this.head = terms.slice(0, -1);
    this.last = terms.at(-1)!;
    this.prefix = prefix;
    let border = 0;
    this.head.forEach((term, i) => {
      border = i === 0 ? 0 : this.advance(border, term);
      this.borders.push(border);
    });
  }

  /** True when no term of the phrase is matched yet, so that the next token alone decides. */
  get idle(): boolean {
    return this.matched === 0;
  }

  /** Reads the next token and its start. Returns the start of a phrase that ends with the token, or -1. */
  feed(term: string, start: number): number {
    const size = this.head.length + 1;
    this.starts[this.seen++ % size] = start;
    const complete = this.matched === this.head.length;
    const found = complete && (this.prefix ? term.startsWith(this.last) : term === this.last);
    if (size > 1) this.matched = this.advance(this.matched, term);
    return found ? this.starts[this.seen % size]! : -1;
  }

  private advance(from: number, term: string): number {
    let at = from;
    while (at > 0 && this.head[at] !== term) at = this.borders[at - 1]!;
    return this.head[at] === term ? at + 1 : at;
  }
}
