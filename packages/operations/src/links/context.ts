/** Characters of context shown at most, and of them before the link. */
const CONTEXT = 200;
const BEFORE = 80;

/** Reads lines of a text in ascending order, passing over it once. */
export class LineWalker {
  readonly #body: string;
  #line = 1;
  #start = 0;

  constructor(body: string) {
    this.#body = body;
  }

  /** A line without its end; empty beyond the last. Lines before the one asked for last are not found any more. */
  text(line: number): string {
    for (; this.#line < line; this.#line++) {
      const feed = this.#body.indexOf('\n', this.#start);
      this.#start = feed === -1 ? this.#body.length : feed + 1;
    }
    const end = this.#body.indexOf('\n', this.#start);
    return this.#body.slice(this.#start, end === -1 ? this.#body.length : end);
  }
}

/** The text around a place in a line, whole words where the line is long. */
export function contextOf(line: string, column: number): string {
  const text = line.trim();
  if (text.length <= CONTEXT) return text;
  const from = Math.max(0, column - 1 - BEFORE);
  const piece = line.slice(from, from + CONTEXT).toWellFormed();
  const start = from === 0 ? piece : `…${piece.replace(/^\S*\s+/, '')}`;
  return from + CONTEXT < line.length ? `${start.trimEnd()}…` : start;
}
