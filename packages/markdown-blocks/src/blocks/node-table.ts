/** What a node of the table is. Paragraphs and raw HTML in a container are nodes too, though no blocks of their own. */
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
 * The blocks of a note in document order: kind, depth, offsets. Four 32-bit cells a node, since 16 MB of Markdown can
 * hold eight million list items.
 */
export class NodeTable {
  length = 0;
  #cells = new Int32Array(CELLS * FIRST_CAPACITY);

  /** Adds a node inside `depth` containers; answers its index. */
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

  /** Containers around the node. */
  depth(node: number): number {
    return (this.#cells[node * CELLS]! >> 8) & 0xff;
  }

  /** A heading's level, negative for one that is underlined. */
  level(node: number): number {
    return this.#cells[node * CELLS]! >> 16;
  }

  /** UTF-16 offset of the node's first character. */
  start(node: number): number {
    return this.#cells[node * CELLS + 1]!;
  }

  /** Offset behind its last line, without the line ending. */
  end(node: number): number {
    return this.#cells[node * CELLS + 2]!;
  }

  /** Index of the first of its lines in the segments, -1 when the body itself holds them in one piece. */
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
