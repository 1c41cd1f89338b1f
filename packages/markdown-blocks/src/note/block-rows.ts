import type { BlockTree } from '../blocks/block-tree.js';
import { MAX_DEPTH } from '../blocks/containers.js';
import { headingText } from '../blocks/heading.js';
import { nodeText } from '../blocks/leaf-text.js';
import { FOOTNOTE, HEADING, HTML, LIST_ITEM, NOTHING, PARAGRAPH, QUOTE } from '../blocks/node-table.js';

/** Block by its contents, from which its id and hash are computed. */
export interface BlockRow {
  node: number;
  /** Name given by the author with `^name`, or null. */
  marker: string | null;
  /** Own text without marker; for a container, that of its paragraphs and raw HTML. */
  text: string;
  /** First paragraph of `text`, if there is one. */
  first: string;
}

const LAST_MARKER = /\s\^([A-Za-z0-9-]+)\s*$/;
const LONE_MARKER = /^\^([A-Za-z0-9-]+)\s*$/;
/** Units at the end of a text in which a marker is searched. */
const MARKER_WINDOW = 256;

/** Returns the first `limit` blocks of a note, in document order. */
export function blockRows(tree: BlockTree, limit: number): BlockRow[] {
  return new RowReader(tree, limit).read();
}

function isContainer(kind: number): boolean {
  return kind === QUOTE || kind === LIST_ITEM || kind === FOOTNOTE;
}

/** Returns true for nodes that are blocks; a paragraph or raw HTML in a container is the container's own text. */
export function isBlock({ nodes }: BlockTree, node: number): boolean {
  const kind = nodes.kind(node);
  return kind !== NOTHING && ((kind !== PARAGRAPH && kind !== HTML) || nodes.depth(node) === 0);
}

class RowReader {
  readonly #tree: BlockTree;
  readonly #limit: number;
  readonly #rows: BlockRow[] = [];
  readonly #markers = new Set<string>();
  /** Open container at each depth, and the block that a lone marker at that depth names, if any. */
  readonly #open: (BlockRow | undefined)[] = new Array(MAX_DEPTH + 1);
  readonly #named: (BlockRow | undefined)[] = new Array(MAX_DEPTH + 2);

  constructor(tree: BlockTree, limit: number) {
    this.#tree = tree;
    this.#limit = limit;
  }

  read(): BlockRow[] {
    const { nodes } = this.#tree;
    for (let node = 0; node < nodes.length; node++) {
      const depth = nodes.depth(node);
      if (isBlock(this.#tree, node)) this.#block(node, depth);
      else if (nodes.kind(node) !== NOTHING) this.#ownText(node, depth);
    }
    return this.#rows;
  }

  #block(node: number, depth: number): void {
    const kind = this.#tree.nodes.kind(node);
    const text = isContainer(kind) ? '' : this.#leafText(node, kind);
    if (kind === PARAGRAPH && this.#namesAnother(text, depth)) return;
    const row = this.#rows.length < this.#limit ? { node, marker: null, text, first: '' } : undefined;
    if (row !== undefined) this.#rows.push(row);
    if (row !== undefined && (kind === PARAGRAPH || kind === HEADING)) row.text = this.#takeMarker(row, text);
    this.#open[depth] = row;
    this.#named[depth] = row;
    this.#named[depth + 1] = undefined;
  }

  #ownText(node: number, depth: number): void {
    const row = this.#open[depth - 1];
    if (row === undefined) return;
    const kind = this.#tree.nodes.kind(node);
    let text = this.#leafText(node, kind);
    if (kind === PARAGRAPH) {
      if (this.#namesAnother(text, depth)) return;
      text = this.#takeMarker(row, text);
      if (node === row.node + 1) row.first = text;
    }
    row.text = row.text === '' ? text : `${row.text}\n${text}`;
    this.#named[depth] = row;
  }

  #leafText(node: number, kind: number): string {
    if (kind !== HEADING) return nodeText(this.#tree, node).text;
    const { start, end } = headingText(this.#tree, node);
    return nodeText(this.#tree, node, start, end).text;
  }

  /** Removes the marker from the end of a block's text if the block accepts it. */
  #takeMarker(row: BlockRow, text: string): string {
    const from = Math.max(0, text.length - MARKER_WINDOW);
    const found = LAST_MARKER.exec(text.slice(from));
    return found !== null && this.#name(row, found[1]!) ? text.slice(0, from + found.index) : text;
  }

  /** Handles a paragraph that is only a marker: it names the block before it. */
  #namesAnother(text: string, depth: number): boolean {
    const row = this.#named[depth];
    const found = row === undefined || text.length > MARKER_WINDOW ? null : LONE_MARKER.exec(text);
    return found !== null && this.#name(row!, found[1]!);
  }

  /** Gives a block its marker, unless it has one or another block has this name. */
  #name(row: BlockRow, marker: string): boolean {
    if (row.marker !== null || this.#markers.has(marker)) return false;
    this.#markers.add(marker);
    row.marker = marker;
    return true;
  }
}
