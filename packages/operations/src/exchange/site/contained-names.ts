/** A set of names that finds out quickly which texts contain one of them. */
export class ContainedNames {
  /** Names in ascending order, without those that begin with another one: where they are contained, that one is too. */
  readonly #names: readonly string[];

  constructor(names: Iterable<string>) {
    const kept: string[] = [];
    for (const name of [...names].sort()) {
      const last = kept.at(-1);
      if (last === undefined || !name.startsWith(last)) kept.push(name);
    }
    this.#names = kept;
  }

  /** Returns true when a text begins with one of the names. */
  beginsWith(text: string): boolean {
    // Names between a beginning of the text and the text have the same beginning, so there are none.
    const name = this.#names[this.#countUpTo(text) - 1];
    return name !== undefined && text.startsWith(name);
  }

  /** Returns true when a text contains one of the names. */
  isIn(text: string): boolean {
    for (let start = 0; start < text.length; start += 1) if (this.beginsWith(text.slice(start))) return true;
    return false;
  }

  /** Counts the names up to a text in the order of names. */
  #countUpTo(text: string): number {
    let [low, high] = [0, this.#names.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#names[middle] as string) <= text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
