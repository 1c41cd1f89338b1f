import { collapse } from '../blanks.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { HEADING } from '../blocks/node-table.js';
import { plainInline } from '../plain-inline.js';
import type { Block } from './block-list.js';
import type { BlockRow } from './block-rows.js';
import { Slugger } from './slug.js';

/** Heading of a note: level 1 to 6, plain text, anchor and block id. */
export interface Heading {
  /** Level, 1 to 6. */
  level: number;
  /** Plain text on one line, without marks. */
  text: string;
  line: number;
  /** UTF-8 offset. */
  startByte: number;
  blockId: string;
  /** Anchor as GitHub makes it, unique within the note. */
  slug: string;
}

/** Lists the first `limit` headings among blocks; `rows` and `blocks` describe the same blocks in the same order. */
export function listHeadings(
  { nodes }: BlockTree,
  rows: readonly BlockRow[],
  blocks: readonly Block[],
  limit: number,
): Heading[] {
  const headings: Heading[] = [];
  const slugger = new Slugger();
  for (const [index, row] of rows.entries()) {
    if (headings.length === limit) break;
    if (nodes.kind(row.node) !== HEADING) continue;
    const { id: blockId, level, line, startByte } = blocks[index]!;
    const text = collapse(plainInline(row.text, false));
    headings.push({ level: level!, text, line, startByte, blockId, slug: slugger.next(text) });
  }
  return headings;
}
