import type { TreeCursor } from '@lezer/common';
import { decodeEntities, wikilinkAt } from '@notes/markdown-blocks';
import { element, type SafeNode, type Tag } from '../nodes.js';
import { type Context, MAX_DEPTH } from './context.js';
import { type Destination, parseAddress, parseTitle } from './definitions.js';
import { findElementEnd, getHidingElement, inlineHtml } from './html.js';
import { imageNode, linkNode, targetAttributes } from './links.js';
import { plainText } from './plain.js';
import { eachChild } from './walk.js';

const spans: Readonly<Record<string, Tag>> = {
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 'del',
  Highlight: 'mark',
};
/** Syntax marks that render nothing. */
const MARKS = /^(?:Header|Emphasis|Strikethrough|Highlight|Code|Link|Quote|Task)(?:Mark|Marker)$|^FootnoteLabel$/;
const LINE_BLANKS = /[ \t]*\n[ \t]*/g;

/** Renders the text of the block or cell at the cursor. */
export function inlineNodes(cursor: TreeCursor, context: Context): SafeNode[] {
  const { from, to } = cursor;
  context.textTo = to;
  return nodesWithin(cursor, context, from, to);
}

/**
 * Renders the text between `from` and `to` with the child marks of the cursor's node, without content that HTML hides.
 */
function nodesWithin(cursor: TreeCursor, context: Context, from: number, to: number): SafeNode[] {
  const nodes: SafeNode[] = [];
  let at = Math.max(from, context.hiddenTo);
  const addText = (end: number) => {
    if (end > at) addPlain(nodes, context.source.slice(at, end));
  };
  eachChild(cursor, (child) => {
    if (child.to <= at || child.from < from || child.to > to) return;
    addText(child.from);
    const isBreak = child.name === 'HardBreak';
    if (!MARKS.test(child.name)) for (const node of renderMark(child, context)) add(nodes, node);
    at = child.name === 'QuoteMark' ? skipBlank(context.source, child.to) : child.to;
    if (isBreak) at = skipIndent(context.source, at);
    at = Math.max(at, context.hiddenTo);
  });
  addText(to);
  return nodes;
}

/** Renders a mark. One that is hidden in part is rendered as plain text. */
function renderMark(cursor: TreeCursor, context: Context): SafeNode[] {
  if (cursor.from < context.hiddenTo) return nodesWithin(cursor, context, cursor.from, cursor.to);
  return [inlineNode(cursor, context)].flat();
}

function inlineNode(cursor: TreeCursor, context: Context): Rendered {
  const { name, from, to } = cursor;
  const written = context.source.slice(from, to);
  if (context.depth >= MAX_DEPTH) return written;
  const tag = spans[name];
  context.depth += 1;
  try {
    if (tag !== undefined) return element(tag, nodesWithin(cursor, context, from, to));
    return readers[name]?.(cursor, context, written) ?? written;
  } finally {
    context.depth -= 1;
  }
}

type Rendered = SafeNode | SafeNode[];
type Reader = (cursor: TreeCursor, context: Context, written: string) => Rendered;

const readers: Readonly<Record<string, Reader>> = {
  Escape: (_cursor, _context, written) => written.slice(1),
  Entity: (_cursor, _context, written) => decodeEntities(written),
  HardBreak: () => element('br'),
  InlineCode: (_cursor, _context, written) => element('code', [codeText(written)]),
  Math: (_cursor, _context, written) => mathNode(written),
  Link: renderLink,
  Image: renderImage,
  Autolink: (_cursor, _context, written) => bareLink(written.slice(1, -1)),
  URL: (_cursor, _context, written) => bareLink(written),
  Wikilink: (_cursor, _context, written) => wikilinkNode(written),
  Embed: (_cursor, _context, written) => wikilinkNode(written),
  HTMLTag: html,
  Comment: html,
  ProcessingInstruction: html,
  FootnoteReference: (_cursor, context, written) => footnoteReference(written, context),
};

function html({ to }: TreeCursor, context: Context, written: string): Rendered {
  if (context.html === 'source') return written;
  const hiddenIn = getHidingElement(written);
  if (hiddenIn !== undefined) context.hiddenTo = hiddenEnd(hiddenIn, to, context);
  return inlineHtml(written);
}

/**
 * Returns the end of hidden content: the end of the element in its text, or in a later one. For an unclosed element it
 * is the end of its text.
 */
function hiddenEnd(hiddenIn: string, from: number, { source, textTo, closings }: Context): number {
  const end = findElementEnd(hiddenIn, source.slice(from, textTo));
  return end === undefined ? (closings.findEndBehind(hiddenIn, from) ?? textTo) : from + end;
}

function codeText(written: string): string {
  const fence = /^`+/.exec(written)?.[0].length ?? 0;
  const text = written.slice(fence, -fence).replaceAll('\n', ' ');
  return text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '' ? text.slice(1, -1) : text;
}

function mathNode(written: string): SafeNode {
  const isDisplay = written.startsWith('$$');
  const text = isDisplay ? written.slice(2, -2) : written.slice(1, -1);
  return element('code', [text], { 'data-part': 'math', class: isDisplay ? 'math display' : 'math' });
}

function renderLink(cursor: TreeCursor, context: Context): Rendered {
  const { destination, textTo } = readLink(cursor, context);
  const children = nodesWithin(cursor, context, cursor.from + 1, textTo);
  if (destination !== undefined) return linkNode('link', destination, children);
  return ['[', ...children, context.source.slice(textTo, cursor.to)];
}

function renderImage(cursor: TreeCursor, context: Context, written: string): SafeNode {
  const { destination, textTo } = readLink(cursor, context);
  if (destination === undefined) return written;
  return imageNode(destination, plainText(nodesWithin(cursor, context, cursor.from + 2, textTo)));
}

/** Reads the address or label of a link, and the end of its text. */
function readLink(cursor: TreeCursor, { source, definitions }: Context) {
  const parts: Record<string, string> = {};
  const marks: number[] = [];
  eachChild(cursor, ({ name, from, to }) => {
    if (name === 'LinkMark') marks.push(from);
    if (marks.length >= 2) parts[name] = source.slice(from, to);
  });
  const textTo = marks[1] ?? cursor.to;
  const opened = source.startsWith('![', cursor.from) ? cursor.from + 2 : cursor.from + 1;
  const isInline = source[textTo + 1] === '(' && marks.length > 2;
  const destination: Destination | undefined = isInline
    ? { address: parseAddress(parts.URL ?? ''), title: parseTitle(parts.LinkTitle) }
    : definitions.get(parseLabel(parts.LinkLabel) ?? source.slice(opened, textTo));
  return { destination, textTo };
}

const parseLabel = (written: string | undefined) => written?.slice(1, -1) || undefined;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Renders an address in running text, whose scheme may be missing. */
function bareLink(written: string): SafeNode {
  const assumed = written.includes('@') ? `mailto:${written}` : `http://${written}`;
  const address = SCHEME.test(written) ? written : assumed;
  return linkNode('autolink', { address, title: undefined }, [written]);
}

function wikilinkNode(written: string): SafeNode {
  const isEmbed = written.startsWith('!');
  const text = isEmbed ? written.slice(1) : written;
  const link = wikilinkAt(text, 0);
  if (link === null) return written;
  const shown = text.slice(link.shownStart, link.shownEnd);
  const attributes = targetAttributes(isEmbed ? 'embed' : 'wikilink', link.target, link.anchor);
  if (attributes === undefined) return element('span', [shown], { class: 'dead-link' });
  return isEmbed
    ? element('span', [], { ...attributes, 'data-part': 'embed', alt: shown })
    : element('a', [shown], attributes);
}

function footnoteReference(written: string, { footnotes }: Context): SafeNode {
  const number = footnotes.getNumber(written.slice(2, -1));
  if (number === undefined) return written;
  const link = element('a', [String(number)], { 'data-kind': 'self', 'data-to': '', 'data-at': `footnote-${number}` });
  return element('sup', [link], { 'data-anchor': `footnote-reference-${number}` });
}

function add(nodes: SafeNode[], node: SafeNode): void {
  const last = nodes.at(-1);
  if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
  else nodes.push(node);
}

const addPlain = (nodes: SafeNode[], text: string) => add(nodes, text.replace(LINE_BLANKS, '\n'));

const skipBlank = (source: string, at: number) => (source[at] === ' ' ? at + 1 : at);

function skipIndent(source: string, at: number): number {
  let end = at;
  while (source[end] === ' ' || source[end] === '\t') end += 1;
  return end;
}
