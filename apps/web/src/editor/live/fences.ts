import type { EditorState, Line, Text } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { getTreeTo } from '../parsed-tree.js';
import { liveFacts } from './live-facts.js';

/** Block of code, formulas or front matter between the lines that begin and end the block. */
export interface FencedBlock {
  readonly opening: Line;
  /** Undefined while the block is not closed. */
  readonly closing: Line | undefined;
  /** Column to which the block is indented, or moved by quote marks. */
  readonly column: number;
  /** True for formulas, which may share a line with their marks. */
  readonly isMath: boolean;
}

const MATH_MARK = '$$';
const CLOSES_MATH = /\$\$\s*$/;

/** Returns the fenced block that a line belongs to; undefined outside such blocks. */
export function findFencedBlock(state: EditorState, line: Line): FencedBlock | undefined {
  const { doc } = state;
  const { textFrom } = state.facet(liveFacts);
  if (line.from < textFrom) return { opening: doc.line(1), closing: doc.lineAt(textFrom), column: 0, isMath: false };
  const end = line.from + line.text.trimEnd().length;
  let found: FencedBlock | undefined;
  // The outermost block counts: code in Markdown may contain fences of its own.
  for (let node: SyntaxNode | null = getTreeTo(state, line.to).resolveInner(end, -1); node; node = node.parent)
    if (node.name === 'FencedCode' || node.name === 'MathBlock') found = toFencedBlock(doc, node);
  return found;
}

/** Matches a line without text, also in a quote. */
export const BLANK = /^[\s>]*$/;
/** Matches a line of dashes, also in a quote. */
const DASHES = /^[\s>]*-+\s*$/;

/** Returns true for a rule of dashes: dashes below text make a heading of it. */
export function needsBlankAbove(state: EditorState, line: Line): boolean {
  if (findFencedBlock(state, line) !== undefined) return false;
  const end = line.from + line.text.trimEnd().length;
  return DASHES.test(line.text) && getTreeTo(state, line.to).resolveInner(end, -1).name === 'HorizontalRule';
}

function toFencedBlock(doc: Text, node: SyntaxNode): FencedBlock {
  const opening = doc.lineAt(node.from);
  const isMath = node.name === 'MathBlock';
  const last = doc.lineAt(node.to);
  const closingMark = node.getChildren('CodeMark')[1];
  const isClosed = isMath ? CLOSES_MATH.test(last.text) : closingMark !== undefined;
  return { opening, closing: isClosed ? last : undefined, column: node.from - opening.from, isMath };
}

/** Returns the offset at which the text of a block begins; the end of the opening fence when there is no text. */
export function getInnerStart(doc: Text, { opening, closing, column, isMath }: FencedBlock): number {
  const marked = opening.from + column + MATH_MARK.length;
  if (isMath && doc.sliceString(marked, opening.to).trim() !== '') return marked;
  if (opening.number + 1 === (closing?.number ?? doc.lines + 1)) return opening.to;
  const { from, text } = doc.line(opening.number + 1);
  const [prefix = ''] = /^[\s>]*/.exec(text) ?? [];
  return from + Math.min(column, prefix.length);
}

/** Returns the offset at which the text of a closed block ends; the end of the opening fence when there is no text. */
export function getInnerEnd(doc: Text, { isMath }: FencedBlock, closing: Line): number {
  const text = closing.text.trimEnd().slice(0, -MATH_MARK.length);
  return isMath && !/^[\s>]*$/.test(text) ? closing.from + text.length : doc.line(closing.number - 1).to;
}
