import type { TreeCursor } from '@lezer/common';
import { element, type SafeNode, type Tag } from '../nodes.js';
import { quoteNode } from './callout.js';
import { codeNode } from './code.js';
import { type Context, MAX_DEPTH } from './context.js';
import { htmlBlock } from './html.js';
import { inlineNodes } from './inline.js';
import { listNode } from './list.js';
import { plainText } from './plain.js';
import { tableNode } from './table.js';
import { eachChild } from './walk.js';

type Reader = (cursor: TreeCursor, context: Context) => SafeNode | undefined;

const raw: Reader = ({ from, to }, { source }) => element('pre', [source.slice(from, to)], { class: 'raw' });

const html: Reader = (cursor, context) => {
  if (context.html === 'source') return raw(cursor, context);
  const { node, hiddenIn } = htmlBlock(context.source.slice(Math.max(cursor.from, context.hiddenTo), cursor.to));
  const end = hiddenIn && context.closings.findEndBehind(hiddenIn, cursor.to);
  if (end) context.hiddenTo = end;
  return node;
};

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
  HTMLBlock: html,
  CommentBlock: html,
  ProcessingInstructionBlock: html,
  Footnote: footnote,
};
const HEADING = /^(?:ATX|Setext)Heading(\d)$/;
const MARKER = /(?:^|\s)\^([\p{L}\p{N}_-]+)\s*$/u;

/** Renders the child blocks of the cursor's node. */
function blockNodes(cursor: TreeCursor, context: Context): SafeNode[] {
  const nodes: SafeNode[] = [];
  eachChild(cursor, (child) => {
    const node = blockNode(child, context);
    if (node !== undefined) nodes.push(node);
  });
  return nodes;
}

/** Renders the block at the cursor; undefined for a block that shows nothing. */
export function blockNode(cursor: TreeCursor, context: Context): SafeNode | undefined {
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
  const children = trimBlanks(inlineNodes(cursor, context));
  const attributes = {
    'data-anchor': context.slugger.next(plainText(children)),
    'data-line': getLineOffset(cursor, context),
  };
  return element(`h${level}` as Tag, children, attributes);
}

function paragraphNode(cursor: TreeCursor, context: Context): SafeNode {
  const children = trimBlanks(inlineNodes(cursor, context));
  const last = children.at(-1);
  const marker = typeof last === 'string' ? MARKER.exec(last) : null;
  if (marker === null) return element('p', children);
  const shown = [...children.slice(0, -1), (last as string).slice(0, marker.index)];
  return element('p', shown, { 'data-anchor': `^${marker[1]}` });
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

/** Trims blanks at the start and at the end. */
function trimBlanks(nodes: readonly SafeNode[]): SafeNode[] {
  const [first, ...rest] = nodes;
  const begun = typeof first === 'string' ? [first.trimStart(), ...rest] : [...nodes];
  const last = begun.at(-1);
  if (typeof last === 'string') begun[begun.length - 1] = last.trimEnd();
  return begun;
}
