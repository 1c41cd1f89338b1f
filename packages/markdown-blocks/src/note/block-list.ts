import { collapse } from '../blanks.js';
import type { BlockTree } from '../blocks/block-tree.js';
import * as kinds from '../blocks/node-table.js';
import type { LineIndex } from '../locator.js';
import type { BlockRow } from './block-rows.js';

/** Kinds of blocks: constructs of CommonMark and GFM, callouts, math, footnotes and front matter. */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'list_item'
  | 'code'
  | 'quote'
  | 'table'
  | 'callout'
  | 'math'
  | 'html'
  | 'thematic_break'
  | 'footnote'
  | 'front_matter';

/** Block of a note, with its position in lines (from 1) and UTF-8 bytes (from 0, end exclusive). */
export interface Block {
  /** `^marker`, or `blk_` and 16 hex digits of the hash, with `-2`, `-3` and so on for repeats. */
  id: string;
  kind: BlockKind;
  /** Level of a heading, 1 to 6; null for other blocks. */
  level: number | null;
  /** Name given by the author, without the `^`. */
  marker: string | null;
  /** SHA-256, in hexadecimal, of kind and own text, white space collapsed. */
  contentHash: string;
  /** Line of its start, from 1. */
  line: number;
  /** UTF-8 offsets: from its first mark to the end of its last line, without the line ending. */
  startByte: number;
  endByte: number;
}

const KIND_NAMES: Readonly<Record<number, BlockKind>> = {
  [kinds.PARAGRAPH]: 'paragraph',
  [kinds.HEADING]: 'heading',
  [kinds.THEMATIC_BREAK]: 'thematic_break',
  [kinds.INDENTED_CODE]: 'code',
  [kinds.FENCED_CODE]: 'code',
  [kinds.HTML]: 'html',
  [kinds.TABLE]: 'table',
  [kinds.MATH]: 'math',
  [kinds.FRONT_MATTER]: 'front_matter',
  [kinds.QUOTE]: 'quote',
  [kinds.LIST_ITEM]: 'list_item',
  [kinds.FOOTNOTE]: 'footnote',
};
const ID_DIGITS = 16;
const CALLOUT = /\[![A-Za-z][\w-]*\]/y;

/** Lists the blocks that `rows` describe, in the same order. */
export function listBlocks(
  tree: BlockTree,
  rows: readonly BlockRow[],
  locator: LineIndex,
  sha256: (text: string) => string,
): Block[] {
  const { nodes } = tree;
  const ids = new RepeatedIds();
  return rows.map(({ node, marker, text }) => {
    const kind = getBlockKind(tree, node);
    const contentHash = sha256(`${kind}\n${collapse(text)}`);
    const id = marker === null ? ids.next(`blk_${contentHash.slice(0, ID_DIGITS)}`) : `^${marker}`;
    const level = kind === 'heading' ? Math.abs(nodes.level(node)) : null;
    const { line, byte } = locator.locate(nodes.start(node));
    return {
      id,
      kind,
      level,
      marker,
      contentHash,
      line,
      startByte: byte,
      endByte: locator.locate(nodes.end(node)).byte,
    };
  });
}

class RepeatedIds {
  readonly #uses = new Map<string, number>();

  next(id: string): string {
    const uses = (this.#uses.get(id) ?? 0) + 1;
    this.#uses.set(id, uses);
    return uses === 1 ? id : `${id}-${uses}`;
  }
}

function getBlockKind(tree: BlockTree, node: number): BlockKind {
  const kind = KIND_NAMES[tree.nodes.kind(node)]!;
  return kind === 'quote' && isCallout(tree, node) ? 'callout' : kind;
}

/** Returns true for a quote whose first paragraph starts with `[!kind]`. */
function isCallout({ body, nodes }: BlockTree, quote: number): boolean {
  const first = quote + 1;
  if (first === nodes.length || nodes.kind(first) !== kinds.PARAGRAPH) return false;
  if (nodes.depth(first) !== nodes.depth(quote) + 1) return false;
  CALLOUT.lastIndex = nodes.start(first);
  return CALLOUT.test(body);
}
