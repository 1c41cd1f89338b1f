import { type EditorState, RangeValue, type Text } from '@codemirror/state';
import { Tree } from '@lezer/common';
import { MAX_BLOCK_LENGTH } from '../bounds.js';
import { type FoundPart, findParts } from './block-parts.js';

/** Kinds of blocks that are shown rendered. */
export type BlockKind =
  | 'callout'
  | 'diagram'
  | 'front-matter'
  | 'html'
  | 'math'
  | 'media'
  | 'query'
  | 'table'
  | 'title';

/**
 * Block of a note that can be shown rendered. Its range is that of its whole lines, or begins behind the mark of the list
 * item that its first line begins with.
 */
export class RenderableBlock extends RangeValue {
  // Text inserted beside the block is not part of it.
  override startSide = 1;
  override endSide = -1;

  constructor(
    /** `yaml`: front matter that is not shown as fields, and whose source is no Markdown. */
    readonly kind: BlockKind | 'yaml',
    /** Columns before each line of a block in a list. */
    readonly indent: number,
    /** True when the block shares its first line with the mark of a list item. */
    readonly isBehindMark = false,
  ) {
    super();
  }
  override eq(other: RangeValue): boolean {
    return (
      other instanceof RenderableBlock &&
      other.kind === this.kind &&
      other.indent === this.indent &&
      other.isBehindMark === this.isBehindMark
    );
  }
}

export interface FoundBlock {
  readonly from: number;
  readonly to: number;
  readonly value: RenderableBlock;
}

/** Nodes whose blocks are looked at one by one. */
const CONTAINERS: ReadonlySet<string> = new Set(['Document', 'BulletList', 'OrderedList', 'ListItem']);
const CALLOUT = /^>[ \t]*\[![A-Za-z]{1,32}\]/;
const FENCE = /^(?:`{3,}|~{3,})[ \t]*(mermaid|note-query)(?:\s|$)/;
/** Matches a paragraph of nothing but embeds and images. */
const MEDIA = /^(?:\s*(?:!\[\[[^[\]\n]+\]\]|!\[[^[\]\n]*\](?:\([^()\s]+(?:[ \t]+"[^"\n]*")?\)|\[[^[\]\n]*\])))+\s*$/;
/** Matches the marks of list items that share the line of a block. */
const LIST_MARKS = /^\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+$/;
/** Kinds that are rendered behind the mark of a list item. A table is not: its cells are edited in whole lines. */
const BEHIND_MARK: ReadonlySet<BlockKind> = new Set(['callout', 'diagram', 'math', 'query']);
const MAX_MEDIA_LENGTH = 2_000;

type Classify = (doc: Text, from: number, to: number) => BlockKind | undefined;

const kinds: Readonly<Record<string, Classify>> = {
  Table: () => 'table',
  MathBlock: () => 'math',
  Blockquote: (doc, from) =>
    CALLOUT.test(doc.lineAt(from).text.slice(from - doc.lineAt(from).from)) ? 'callout' : undefined,
  FencedCode(doc, from) {
    const line = doc.lineAt(from);
    const language = FENCE.exec(line.text.slice(from - line.from))?.[1];
    if (language === undefined) return undefined;
    return language === 'mermaid' ? 'diagram' : 'query';
  },
  Paragraph: (doc, from, to) =>
    to - from <= MAX_MEDIA_LENGTH && doc.sliceString(from, from + 2) === '![' && MEDIA.test(doc.sliceString(from, to))
      ? 'media'
      : undefined,
};

/** Parts of a new tree that an older tree does not contain, and the blocks in them. */
export interface TreeDifference {
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  readonly blocks: readonly FoundBlock[];
  readonly parts: readonly FoundPart[];
}

export interface ComparedTrees {
  readonly tree: Tree;
  readonly previous: Tree;
  /** Subtrees that begin before this offset are looked at, also when the previous tree contains them. */
  readonly textFrom: number;
}

/**
 * Finds the renderable blocks of a tree, leaving out subtrees that the previous tree contains: the parser reuses those
 * of unchanged text, so that a change in a long note costs as much as one in a short note.
 *
 * @param toPrevious maps an offset to the previous text
 */
export function findNewBlocks(
  { doc }: EditorState,
  { tree, previous, textFrom }: ComparedTrees,
  toPrevious: (offset: number) => number,
): TreeDifference {
  const blocks: FoundBlock[] = [];
  const parts: FoundPart[] = [];
  const ranges: { from: number; to: number }[] = [];
  let knownTo = 0;
  let newFrom: number | undefined;
  const endRange = (to: number) => {
    if (newFrom !== undefined) ranges.push({ from: newFrom, to });
    newFrom = undefined;
  };
  const visit = (node: Tree, start: number) => {
    if (start >= textFrom && contains(previous, node, toPrevious(start))) {
      // A known block begins with its line, before its node when it is indented.
      endRange(Math.max(newFrom ?? 0, doc.lineAt(Math.min(start, doc.length)).from));
      knownTo = start + node.length;
      return;
    }
    if (node.type.isAnonymous || CONTAINERS.has(node.type.name)) {
      for (const [index, child] of node.children.entries())
        if (child instanceof Tree) visit(child, start + (node.positions[index] as number));
      return;
    }
    newFrom ??= knownTo;
    const block = toBlock(doc, node.type.name, start, start + node.length);
    if (block !== undefined) blocks.push(block);
    parts.push(...findParts(doc, node, start));
  };
  visit(tree, 0);
  endRange(tree.length);
  return { ranges, blocks, parts };
}

/** Returns true when a tree has this very subtree at an offset. */
function contains(tree: Tree, node: Tree, at: number): boolean {
  let next: Tree | undefined = tree;
  let start = 0;
  while (next !== undefined) {
    if (next === node) return start === at;
    if (next.length < node.length) return false;
    const { children, positions }: Tree = next;
    const found: number = findChild(positions, at - start);
    const child: unknown = children[found];
    start += positions[found] ?? 0;
    next = child instanceof Tree ? child : undefined;
  }
  return false;
}

/** Returns the index of the last child that begins at or before an offset. */
function findChild(positions: readonly number[], at: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function toBlock(doc: Text, name: string, from: number, to: number): FoundBlock | undefined {
  const classify = kinds[name];
  if (classify === undefined || to - from > MAX_BLOCK_LENGTH || to > doc.length) return undefined;
  const kind = classify(doc, from, to);
  if (kind === undefined) return undefined;
  const first = doc.lineAt(from);
  const indent = from - first.from;
  const before = first.text.slice(0, indent);
  const isBehindMark = before.trim() !== '';
  if (isBehindMark && !(BEHIND_MARK.has(kind) && LIST_MARKS.test(before))) return undefined;
  return {
    from: isBehindMark ? from : first.from,
    to: doc.lineAt(to).to,
    value: new RenderableBlock(kind, indent, isBehindMark),
  };
}

/** Returns the Markdown of a block without the indentation of its list. */
export function getSource(doc: Text, { from, to, value: { indent, isBehindMark } }: FoundBlock): string {
  const text = doc.sliceString(from, to);
  return indent === 0
    ? text
    : text
        .split('\n')
        .map((line, index) => (isBehindMark && index === 0 ? line : withoutIndent(line, indent)))
        .join('\n');
}

const withoutIndent = (line: string, indent: number) =>
  line.slice(0, indent).trim() === '' ? line.slice(indent) : line.trimStart();
