import { bomLength, frontMatter } from '../front-matter.js';
import { Definitions } from '../inline/definitions.js';
import { Containers, MAX_DEPTH, QUOTE_WIDTH } from './containers.js';
import { Line } from './line.js';
import { lastMathEnd } from './math.js';
import { FRONT_MATTER, NOTHING, NodeTable, PARAGRAPH, TABLE } from './node-table.js';
import { takeDefinitions } from './paragraph.js';
import { Segments } from './segments.js';
import { CONTAINER, LEAF, NO_START, type Start } from './start.js';
import { INDENTED_STARTS, STARTS } from './starts.js';

/*
 * Blocks of CommonMark 0.31 and GFM, a line at a time:
 *
 *   note      = [ front matter ], { line } ;
 *   line      = { mark of an open container }, ( line of the open leaf | { container start }, [ leaf start | text ] ) ;
 *   container = quote | list item | footnote ;
 *   leaf      = paragraph | heading | thematic break | code | raw HTML | table | math ;
 *   text      = line of a paragraph or table, lazily when marks of its containers are missing | first of a paragraph ;
 */

/** Reads a line for the open leaf. Returns false for a line that does not belong to the leaf, which ends there. */
export type LeafReader = (parser: BlockParser) => boolean;

/** Columns of white space that make a line indented. */
const INDENTED = 4;

/** Block structure of a body. */
export interface BlockTree {
  readonly body: string;
  readonly nodes: NodeTable;
  readonly segments: Segments;
  readonly definitions: Definitions;
}

/** Parses the block structure of `body`. Linear in its length, at most `MAX_DEPTH` steps per line. */
export function parseBlocks(body: string): BlockTree {
  const parser = new BlockParser(body);
  parser.run();
  return parser;
}

export class BlockParser implements BlockTree {
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

  run(): void {
    this.#takeFrontMatter();
    while (this.line.next < this.body.length) {
      this.line.read();
      this.containers.match(this.line, this.nodes);
      this.#readLine();
    }
    this.containers.matched = 0;
    this.closeUnmatched();
  }

  /** End of the open leaf's last line. */
  get lastLineEnd(): number {
    return this.#lastEnd;
  }

  /** Offset of the last mark that may close math, computed at the first opening mark. */
  get lastMathEnd(): number {
    this.#lastMathEnd ??= lastMathEnd(this.body);
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

  #takeFrontMatter(): void {
    const found = frontMatter(this.body);
    if (found === null) return;
    while (this.line.next < found.end) this.line.read();
    this.nodes.add(FRONT_MATTER, 0, found.start, this.line.end);
  }

  #readLine(): void {
    const { line } = this;
    const matched = this.containers.areMatched;
    if (matched && this.#reader?.(this)) return;
    if (this.#openBlocks()) return;
    if (line.isBlank) this.closeUnmatched();
    else if (this.leafKind === PARAGRAPH || (this.leafKind === TABLE && matched)) this.addLine(line.text);
    else this.openLeaf(PARAGRAPH, line.text);
  }

  /** Opens the blocks that start in the line. Returns true when a leaf has consumed the rest of it. */
  #openBlocks(): boolean {
    const { line } = this;
    while (!line.isBlank) {
      const started = this.#start(line.indent >= INDENTED ? INDENTED_STARTS : STARTS[line.unit]);
      if (started !== CONTAINER) return started === LEAF;
    }
    return false;
  }

  #start(starts: readonly Start[] = []): ReturnType<Start> {
    for (const start of starts) {
      const started = start(this);
      if (started !== NO_START) return started;
    }
    return NO_START;
  }
}
