import { RangeValue, type Text } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { listUnpairedTags, type TagEdge } from '@notes/markdown-view';
import { MAX_BLOCK_LENGTH } from '../bounds.js';

/** Mark of a comment that its paragraph does not close, or a block of HTML: parts of comments and of blocks. */
export class BlockPart extends RangeValue {
  // Text inserted beside the part does not belong to it.
  override startSide = 1;
  override endSide = -1;

  constructor(
    readonly kind: 'comment' | 'html',
    /** Columns before each line of HTML in a list. */
    readonly indent = 0,
    /** Tags of HTML without a partner in the part. */
    readonly unpaired: readonly TagEdge[] = [],
  ) {
    super();
  }

  override eq(other: RangeValue): boolean {
    return other === this;
  }
}

export interface FoundPart {
  readonly from: number;
  readonly to: number;
  readonly value: BlockPart;
}

/** Mark of a comment. */
const COMMENT = '%%';

/** Finds the parts in a block of the tree that is no list. */
export function findParts(doc: Text, node: Tree, start: number): FoundPart[] {
  const end = start + node.length;
  if (end > doc.length || node.length > MAX_BLOCK_LENGTH) return [];
  if (node.type.name === 'HTMLBlock') return toHtmlPart(doc, start, end);
  if (!doc.sliceString(start, end).includes(COMMENT)) return [];
  const found: FoundPart[] = [];
  node.iterate({
    enter: ({ name, from, to }) => {
      if (name === 'CommentMark') found.push({ from: start + from, to: start + to, value: new BlockPart('comment') });
    },
  });
  return found;
}

function toHtmlPart(doc: Text, from: number, to: number): FoundPart[] {
  const first = doc.lineAt(from);
  const indent = from - first.from;
  // HTML behind the mark of a list item shares its line.
  if (first.text.slice(0, indent).trim() !== '') return [];
  const value = new BlockPart('html', indent, listUnpairedTags(doc.sliceString(from, to)));
  return [{ from: first.from, to: doc.lineAt(to).to, value }];
}
