import { LiteralScanner } from './literal-scanner.js';

/**
 * Finds the non-overlapping matches of a text whose LFs match LF and CRLF alike, left to right, in time linear in text +
 * pattern. It searches a copy of the text with LF only, and counts the CRs that the copy lacks.
 */
export class LineBreakScanner {
  readonly #text: string;
  readonly #length: number;
  readonly #scanner: LiteralScanner;
  /** CRs of the text before `#nextCrlf`, which the copy lacks. */
  #removed = 0;
  /** Offset of the next CRLF in the text, infinite after the last. */
  #nextCrlf: number;
  /** End of the last match in the text, in UTF-16 units. */
  end = 0;

  /** @param pattern non-empty text without CR */
  constructor(text: string, pattern: string) {
    this.#text = text;
    this.#length = pattern.length;
    this.#scanner = new LiteralScanner(text.replaceAll('\r\n', '\n'), pattern);
    this.#nextCrlf = this.#findCrlf(0);
  }

  /** Returns the UTF-16 offset of the next match in the text, or -1 after the last. */
  next(): number {
    const found = this.#scanner.next();
    if (found === -1) return -1;
    const start = this.#toTextOffset(found);
    this.end = this.#toTextOffset(found + this.#length);
    return start;
  }

  /** Returns the offset in the text for one in the copy, which is not less than the previous one. */
  #toTextOffset(offset: number): number {
    while (this.#nextCrlf - this.#removed < offset) {
      this.#removed++;
      this.#nextCrlf = this.#findCrlf(this.#nextCrlf + 2);
    }
    return offset + this.#removed;
  }

  #findCrlf(from: number): number {
    const found = this.#text.indexOf('\r\n', from);
    return found === -1 ? Number.POSITIVE_INFINITY : found;
  }
}
