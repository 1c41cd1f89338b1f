/** Set of the operations that an operation knows of, by their numbers in the log. */
export class Past {
  readonly #bits: Uint32Array;

  /**
   * Unites the parents with everything they know of.
   *
   * @param parents numbers and pasts of the operations it names
   */
  constructor(parents: readonly { readonly number: number; readonly past: Past }[]) {
    const last = Math.max(-1, ...parents.map(({ number }) => number));
    this.#bits = new Uint32Array((last + 32) >>> 5);
    for (const { number, past } of parents) {
      past.#bits.forEach((word, at) => {
        this.#bits[at] = (this.#bits[at] as number) | word;
      });
      this.#bits[number >>> 5] = (this.#bits[number >>> 5] as number) | (1 << (number & 31));
    }
  }

  has(number: number): boolean {
    return (((this.#bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }
}
