const FIRST_CAPACITY = 16;

/**
 * Lines of blocks inside quotes, without the `>` in front of them: start and end of each, in document order. The lines
 * of one block are consecutive.
 */
export class Segments {
  length = 0;
  #offsets = new Int32Array(2 * FIRST_CAPACITY);

  add(start: number, end: number): void {
    const at = this.length++ * 2;
    if (at === this.#offsets.length) {
      const grown = new Int32Array(at * 2);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[at] = start;
    this.#offsets[at + 1] = end;
  }

  start(segment: number): number {
    return this.#offsets[segment * 2]!;
  }

  end(segment: number): number {
    return this.#offsets[segment * 2 + 1]!;
  }

  setStart(segment: number, start: number): void {
    this.#offsets[segment * 2] = start;
  }
}
