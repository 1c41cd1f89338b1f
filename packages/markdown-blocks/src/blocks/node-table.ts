/** Kinds of nodes in the table. Paragraphs and raw HTML in a container are nodes too, but not blocks of their own. */
export const NOTHING = 0;
export const PARAGRAPH = 1;
export const HEADING = 2;
export const THEMATIC_BREAK = 3;
export const INDENTED_CODE = 4;
export const FENCED_CODE = 5;
export const HTML = 6;
export const TABLE = 7;
export const MATH = 8;
export const FRONT_MATTER = 9;
export const QUOTE = 10;
export const LIST_ITEM = 11;
export const FOOTNOTE = 12;

const CELLS = 4;
const FIRST_CAPACITY = 64;

/**
 * Blocks of a note in document order: kind, depth, offsets. Uses four 32-bit cells per node, since 16 MB of Markdown
 * can hold eight million list items.
 */
export class NodeTable {
  length = 0;
  #cells = new Int32Array(CELLS * FIRST_CAPACITY);

  /** Adds a node inside `depth` containers and returns its index. */
  add(kind: number, depth: number, start: number, end: number): number {
    const at = this.length * CELLS;
    if (at === this.#cells.length) this.#grow();
    this.#cells[at] = kind | (depth << 8);
    this.#cells[at + 1] = start;
    this.#cells[at + 2] = end;
    this.#cells[at + 3] = -1;
    return this.length++;
  }

  kind(node: number): number {
    return this.#cells[node * CELLS]! & 0xff;
  }

  /** Returns the number of containers around the node. */
  depth(node: number): number {
    return (this.#cells[node * CELLS]! >> 8) & 0xff;
  }

  /** Returns the level of a heading, negative for a setext heading. */
  level(node: number): number {
    return this.#cells[node * CELLS]! >> 16;
  }

  /** Returns the UTF-16 offset of the node's first character. */
  start(node: number): number {
    return this.#cells[node * CELLS + 1]!;
  }

  /** Returns the offset behind the node's last line, without the line ending. */
  end(node: number): number {
    return this.#cells[node * CELLS + 2]!;
  }

  /** Returns the index of the node's first line in the segments, or -1 for a node that is contiguous in the body. */
  segment(node: number): number {
    return this.#cells[node * CELLS + 3]!;
  }

  setKind(node: number, kind: number): void {
    this.#cells[node * CELLS] = (this.#cells[node * CELLS]! & ~0xff) | kind;
  }

  setLevel(node: number, level: number): void {
    this.#cells[node * CELLS] = (this.#cells[node * CELLS]! & 0xffff) | (level << 16);
  }

  setStart(node: number, start: number): void {
    this.#cells[node * CELLS + 1] = start;
  }

  setEnd(node: number, end: number): void {
    this.#cells[node * CELLS + 2] = end;
  }

  setSegment(node: number, segment: number): void {
    this.#cells[node * CELLS + 3] = segment;
  }

  #grow(): void {
    const grown = new Int32Array(this.#cells.length * 2);
    grown.set(this.#cells);
    this.#cells = grown;
  }
}
