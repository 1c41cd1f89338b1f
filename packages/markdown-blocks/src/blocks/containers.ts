import type { Line } from './line.js';
import type { NodeTable } from './node-table.js';
import { isQuoteMark, takeQuoteMark } from './quote-mark.js';

/** Largest depth of nested containers; marks of deeper ones are text. */
export const MAX_DEPTH = 100;

export const QUOTE_WIDTH = -1;

/** Stack of open quotes, list items and footnotes, outermost first. */
export class Containers {
  depth = 0;
  /** Number of open containers whose marks were found in the line. */
  matched = 0;
  /** Number of open quotes. */
  quotes = 0;
  readonly #nodes = new Int32Array(MAX_DEPTH);
  /** Columns a line has to be indented by to be inside, `QUOTE_WIDTH` for quotes. */
  readonly #widths = new Int32Array(MAX_DEPTH);
  /** 1 for items of outlines. */
  readonly #outlined = new Uint8Array(MAX_DEPTH);

  /** True when the line has the marks of all open containers. */
  get areMatched(): boolean {
    return this.matched === this.depth;
  }

  open(node: number, width: number): void {
    this.#nodes[this.depth] = node;
    this.#widths[this.depth] = width;
    this.#outlined[this.depth] = 0;
    if (width === QUOTE_WIDTH) this.quotes++;
    this.matched = ++this.depth;
  }

  /** Increases the content indentation of the innermost container by `columns`. */
  widen(columns: number): void {
    this.#widths[this.depth - 1]! += columns;
  }

  /** Closes the innermost container and returns its node. */
  close(): number {
    if (this.#widths[--this.depth] === QUOTE_WIDTH) this.quotes--;
    return this.#nodes[this.depth]!;
  }

  /** Consumes the marks of open containers, as many as the line has. */
  match(line: Line, nodes: NodeTable): void {
    this.matched = 0;
    while (this.matched < this.depth && this.#matches(this.matched, line, nodes)) this.matched++;
  }

  markOutlined(): void {
    this.#outlined[this.depth - 1] = 1;
  }

  /** True when the first container that the line is not in is an outline item. */
  get leavesOutline(): boolean {
    return this.matched < this.depth && this.#outlined[this.matched] === 1;
  }

  #matches(level: number, line: Line, nodes: NodeTable): boolean {
    const width = this.#widths[level]!;
    const node = this.#nodes[level]!;
    if (width === QUOTE_WIDTH) {
      if (!isQuoteMark(line)) return false;
      nodes.setEnd(node, line.text + 1);
      takeQuoteMark(line);
      return true;
    }
    // An item whose first line is empty ends with the next empty line.
    if (line.isBlank) return node < nodes.length - 1;
    if (line.indent < width) return false;
    line.takeColumns(width);
    return true;
  }
}
