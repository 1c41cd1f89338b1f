/** Maximum characters of context, and maximum characters before the link. */
const MAX_CONTEXT_LENGTH = 200;
const MAX_LENGTH_BEFORE = 80;

/** Reads lines of a text in ascending order in a single pass. */
export class LineWalker {
  readonly #body: string;
  #line = 1;
  #start = 0;

  constructor(body: string) {
    this.#body = body;
  }

  /**
   * Returns a line without its line ending; empty beyond the last line. Lines before the last requested line are no
   * longer available.
   */
  text(line: number): string {
    for (; this.#line < line; this.#line++) {
      const feed = this.#body.indexOf('\n', this.#start);
      this.#start = feed === -1 ? this.#body.length : feed + 1;
    }
    const end = this.#body.indexOf('\n', this.#start);
    return this.#body.slice(this.#start, end === -1 ? this.#body.length : end);
  }
}

/** Returns the text around a column of a line, in whole words when the line is long. */
export function getLinkContext(line: string, column: number): string {
  const text = line.trim();
  if (text.length <= MAX_CONTEXT_LENGTH) return text;
  const from = Math.max(0, column - 1 - MAX_LENGTH_BEFORE);
  const piece = line.slice(from, from + MAX_CONTEXT_LENGTH).toWellFormed();
  const start = from === 0 ? piece : `…${piece.replace(/^\S*\s+/, '')}`;
  return from + MAX_CONTEXT_LENGTH < line.length ? `${start.trimEnd()}…` : start;
}
