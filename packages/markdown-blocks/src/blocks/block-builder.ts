import { bomLength } from '../front-matter.js';
import { Definitions } from '../inline/definitions.js';
import type { BlockTree } from './block-tree.js';
import { Containers, MAX_DEPTH, QUOTE_WIDTH } from './containers.js';
import { Line } from './line.js';
import { findLastMathEnd } from './math-end.js';
import { NOTHING, NodeTable, PARAGRAPH } from './node-table.js';
import { takeDefinitions } from './paragraph.js';
import { Segments } from './segments.js';

/** Reads a line for the open leaf. Returns false for a line that does not belong to the leaf, which ends there. */
export type LeafReader = (builder: BlockBuilder) => boolean;

/** Blocks of a body as they are opened and closed, a line at a time. Constructs start and continue through it. */
export class BlockBuilder implements BlockTree {
  readonly body: string;
  readonly nodes = new NodeTable();
  readonly segments = new Segments();
  readonly definitions = new Definitions();
  readonly containers = new Containers();
  readonly line: Line;
  /** Open leaf after the last line, and its kind: `NOTHING` when there is none. */
  leaf = -1;
  leafKind = NOTHING;
  /** Start of the text of the open leaf's last line. */
  lastLineStart = 0;
  #reader: LeafReader | null = null;
  /** End of the last block closed or line added, and its value before that line. */
  #lastEnd = 0;
  #previousEnd = 0;
  #lastMathEnd: number | null = null;

  constructor(body: string) {
    this.body = body;
    this.line = new Line(body, bomLength(body));
  }

  /** End of the open leaf's last line. */
  get lastLineEnd(): number {
    return this.#lastEnd;
  }

  /** Offset of the last mark that may close math, computed at the first opening mark. */
  get lastMathEnd(): number {
    this.#lastMathEnd ??= findLastMathEnd(this.body);
    return this.#lastMathEnd;
  }

  /** True when a paragraph is open and the line has the marks of all containers around it. */
  get inParagraph(): boolean {
    return this.leafKind === PARAGRAPH && this.containers.areMatched;
  }

  /** Opens a container at the line's text, whose mark is `units` long. Returns false at the depth limit. */
  openContainer(kind: number, units: number, width = QUOTE_WIDTH): boolean {
    const { containers, line, nodes } = this;
    if (containers.matched === MAX_DEPTH) return false;
    this.closeUnmatched();
    containers.open(nodes.add(kind, containers.depth, line.text, line.text + units), width);
    line.takeText(units);
    return true;
  }

  /** Opens a leaf with the rest of the line, from `start` on; `reader` gets the following lines. */
  openLeaf(kind: number, start: number, reader: LeafReader | null = null): number {
    this.closeUnmatched();
    this.leaf = this.nodes.add(kind, this.containers.depth, start, start);
    this.leafKind = kind;
    this.#reader = reader;
    if (this.containers.quotes > 0) this.nodes.setSegment(this.leaf, this.segments.length);
    this.addLine(start);
    return this.leaf;
  }

  /** Adds the line to the open leaf, from the offset `start` on. */
  addLine(start: number): void {
    this.#previousEnd = this.#lastEnd;
    this.lastLineStart = start;
    this.#lastEnd = this.line.end;
    if (this.containers.quotes > 0) this.segments.add(start, this.line.end);
  }

  /** Makes the last line of the open leaf the first of a new leaf; earlier lines stay in the old one. */
  splitLeaf(kind: number): void {
    const end = this.#lastEnd;
    const alone = this.lastLineStart === this.nodes.start(this.leaf);
    if (alone) this.nodes.setKind(this.leaf, kind);
    else {
      this.#lastEnd = this.#previousEnd;
      this.closeLeaf();
      this.leaf = this.nodes.add(kind, this.containers.depth, this.lastLineStart, end);
      if (this.containers.quotes > 0) this.nodes.setSegment(this.leaf, this.segments.length - 1);
      this.#lastEnd = end;
    }
    this.leafKind = kind;
  }

  closeLeaf(): void {
    if (this.leafKind === NOTHING) return;
    this.nodes.setEnd(this.leaf, this.#lastEnd);
    if (this.leafKind === PARAGRAPH) this.removeDefinitions();
    this.leafKind = NOTHING;
    this.#reader = null;
  }

  /**
   * Removes the definitions from the open paragraph. Returns false when nothing is left and the paragraph was closed.
   */
  removeDefinitions(): boolean {
    this.nodes.setEnd(this.leaf, this.#lastEnd);
    if (takeDefinitions(this, this.leaf)) return true;
    this.nodes.setKind(this.leaf, NOTHING);
    this.leafKind = NOTHING;
    return false;
  }

  /** Closes the open leaf, and the containers whose marks the line does not have. */
  closeUnmatched(): void {
    this.closeLeaf();
    while (!this.containers.areMatched) {
      const container = this.containers.close();
      this.#lastEnd = Math.max(this.#lastEnd, this.nodes.end(container));
      this.nodes.setEnd(container, this.#lastEnd);
    }
  }

  /** Passes the line to the open leaf. Returns false when it does not belong to the leaf, or none is open. */
  continueLeaf(): boolean {
    return this.#reader?.(this) === true;
  }
}
