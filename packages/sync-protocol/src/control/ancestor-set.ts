/** Set of the operations that an operation knows of, by their numbers in the log. */
export class AncestorSet {
  readonly #bits: Uint32Array;

  /**
   * Unites the parents with everything they know of.
   *
   * @param parents numbers and pasts of the operations it names
   */
  constructor(parents: readonly { readonly number: number; readonly ancestors: AncestorSet }[]) {
    const last = Math.max(-1, ...parents.map(({ number }) => number));
    this.#bits = new Uint32Array((last + 32) >>> 5);
    for (const { number, ancestors } of parents) {
      ancestors.#bits.forEach((word, at) => {
        this.#bits[at] = (this.#bits[at] as number) | word;
      });
      this.#bits[number >>> 5] = (this.#bits[number >>> 5] as number) | (1 << (number & 31));
    }
  }

  has(number: number): boolean {
    return (((this.#bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }
}
