import type { TreeCursor } from '@lezer/common';
import { readTags } from '../html/read-html.js';
import { TagMatches } from '../html/tag-matches.js';
import { type PlacedNode, TreeBuilder } from '../html/tree-builder.js';
import { element, type SafeNode, type Tag } from '../nodes.js';
import { trimBlanks } from './blanks.js';
import { quoteNode } from './callout.js';
import { codeNode } from './code.js';
import { type Context, MAX_DEPTH } from './context.js';
import { addHtmlBlock } from './html.js';
import { inlineNodes } from './inline.js';
import { listNode } from './list.js';
import { plainText } from './plain.js';
import { tableNode } from './table.js';
import { eachChild } from './walk.js';

type Reader = (cursor: TreeCursor, context: Context) => SafeNode | undefined;

const raw: Reader = ({ from, to }, { source }) => element('pre', [source.slice(from, to)], { class: 'raw' });

const readers: Readonly<Record<string, Reader>> = {
  Paragraph: paragraphNode,
  Task: paragraphNode,
  Blockquote: (cursor, context) => quoteNode(cursor, context, blockNodes),
  BulletList: (cursor, context) => listNode(cursor, context, blockNodes),
  OrderedList: (cursor, context) => listNode(cursor, context, blockNodes),
  HorizontalRule: () => element('hr'),
  FencedCode: codeNode,
  CodeBlock: codeNode,
  Table: tableNode,
  MathBlock: ({ from, to }, { source }) => mathNode(source.slice(from, to)),
  Footnote: footnote,
};
const HEADING = /^(?:ATX|Setext)Heading(\d)$/;
const MARKER = /(?:^|\s)\^([\p{L}\p{N}_-]+)\s*$/u;

const HTML = /^(?:HTML|Comment|ProcessingInstruction)Block$/;

/** Renders the child blocks of the cursor's node. */
export const blockNodes = (cursor: TreeCursor, context: Context): SafeNode[] =>
  placedNodes(cursor, context).map(({ node }) => node);

/**
 * Renders the child blocks of the cursor's node, each with its line. An element of HTML that is opened in one block and
 * closed in a later one contains the blocks between.
 *
 * @param onBlock is called before each block with the line that its node will begin on
 */
export function placedNodes(
  cursor: TreeCursor,
  context: Context,
  onBlock?: (line: number) => void,
): readonly PlacedNode[] {
  const builder = new TreeBuilder('flow', context, MAX_DEPTH);
  let matches: TagMatches | undefined;
  let index = 0;
  const htmlBlocks = listHtml(cursor, context);
  eachBlock(cursor, (child) => {
    const isHtml = HTML.test(child.name);
    const html = isHtml ? htmlBlocks[index++] : undefined;
    if (child.to <= context.hiddenTo) return;
    const line = context.lineAt(child.from);
    onBlock?.(builder.outerLine ?? line);
    if (html === undefined || isUnclosedComment(html)) {
      const node = html === undefined ? blockNode(child, context) : raw(child, context);
      if (node !== undefined) builder.addBlock(node, line);
      return;
    }
    matches ??= matchTags(htmlBlocks);
    const from = Math.max(html.offset, context.hiddenTo);
    const written = html.written.slice(from - html.offset);
    const hiddenIn = addHtmlBlock(builder, { written, offset: from, line, matches });
    const end = hiddenIn && context.closings.findEndBehind(hiddenIn, child.to);
    if (end) context.hiddenTo = end;
  });
  return builder.finish();
}

/** Visits the child blocks of the cursor's node. Those of an outline are blocks beside its heading. */
const eachBlock = (cursor: TreeCursor, visit: (child: TreeCursor) => void): void =>
  eachChild(cursor, (child) => (child.name === 'Outline' ? eachChild(child, visit) : visit(child)));

interface HtmlBlock {
  readonly written: string;
  readonly offset: number;
}

/** Returns true for a comment without an end, which is shown, so that no text vanishes. */
const isUnclosedComment = ({ written }: HtmlBlock) => written.startsWith('<!--') && !written.includes('-->');

/** Lists the blocks of HTML among the children. */
function listHtml(cursor: TreeCursor, { source }: Context): HtmlBlock[] {
  const found: HtmlBlock[] = [];
  eachBlock(cursor, ({ name, from, to }) => {
    if (HTML.test(name)) found.push({ written: source.slice(from, to), offset: from });
  });
  return found;
}

function matchTags(blocks: readonly HtmlBlock[]): TagMatches {
  const matches = new TagMatches();
  for (const { written, offset } of blocks) for (const tag of readTags(written)) matches.add(tag, offset + tag.from);
  return matches;
}

/** Renders the block at the cursor; undefined for a block that shows nothing. */
function blockNode(cursor: TreeCursor, context: Context): SafeNode | undefined {
  if (cursor.to <= context.hiddenTo) return undefined;
  if (context.depth >= MAX_DEPTH) return raw(cursor, context);
  context.depth += 1;
  try {
    const level = HEADING.exec(cursor.name)?.[1];
    return level === undefined ? readers[cursor.name]?.(cursor, context) : headingNode(cursor, context, level);
  } finally {
    context.depth -= 1;
  }
}

function headingNode(cursor: TreeCursor, context: Context, level: string): SafeNode {
  const { shown, anchor } = splitMarker(trimBlanks(inlineNodes(cursor, context)));
  const attributes = {
    'data-anchor': context.slugger.next(plainText(shown)),
    'data-line': getLineOffset(cursor, context),
  };
  const marker = anchor === undefined ? [] : [element('span', [], { 'data-anchor': anchor })];
  return element(`h${level}` as Tag, [...marker, ...shown], attributes);
}

function paragraphNode(cursor: TreeCursor, context: Context): SafeNode {
  const { shown, anchor } = splitMarker(trimBlanks(inlineNodes(cursor, context)));
  return element('p', shown, anchor === undefined ? {} : { 'data-anchor': anchor });
}

/** Splits the name at the end of a text from the text. */
function splitMarker(nodes: readonly SafeNode[]): { shown: readonly SafeNode[]; anchor?: string } {
  const last = nodes.at(-1);
  const marker = typeof last === 'string' ? MARKER.exec(last) : null;
  if (marker === null) return { shown: nodes };
  return { shown: [...nodes.slice(0, -1), (last as string).slice(0, marker.index)], anchor: `^${marker[1]}` };
}

function mathNode(written: string): SafeNode {
  const text = written.slice(2).replace(/\$\$\s*$/, '');
  return element('pre', [text.trim()], { 'data-part': 'math', class: 'math display' });
}

/** Records a footnote; footnotes are listed at the end of the note. */
function footnote(cursor: TreeCursor, context: Context): undefined {
  const label = /^\[\^([^\]]*)\]/.exec(context.source.slice(cursor.from, cursor.to))?.[1] ?? '';
  context.footnotes.define(label, blockNodes(cursor, context));
}

const getLineOffset = ({ from }: TreeCursor, { lineAt, blockLine }: Context) => String(lineAt(from) - blockLine);
