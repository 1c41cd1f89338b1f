import { concat } from '../bytes.js';

/** Reader that takes pieces of any length from a stream of bytes. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads exactly `length` bytes; returns null when fewer are left. */
  async read(length: number): Promise<Uint8Array | null> {
    const pieces: Uint8Array[] = [];
    let missing = length;
    for await (const piece of this.readPieces(length)) {
      pieces.push(piece);
      missing -= piece.length;
    }
    return missing === 0 ? concat(...pieces) : null;
  }

  /** Yields up to `length` bytes in the pieces in which they arrive. */
  async *readPieces(length: number): AsyncGenerator<Uint8Array> {
    let missing = length;
    while (missing > 0 && (await this.#fill())) {
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill());
  }

  /** Closes the source, even when it was not read to its end. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#rest = value;
    }
    return true;
  }
}
